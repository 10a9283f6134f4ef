// expect: verified
// launch: --local-size 4 --num-groups 1 --arg n=4
// sibling: nested_affine_narrow.cl
// about: a nested loop writes rows of four and column blocks of two

__kernel void blocks(__global int *out, int n) {
  int id = get_global_id(0);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < n; j++) {
      out[(id * 2 + i) * n + j] = id;
    }
  }
}
