// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 1 --arg n=4
// about: the row pitch is smaller than a row

__kernel void blocks(__global int *out, int n) {
  int id = get_global_id(0);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < n; j++) {
      out[(id * 2 + i) * (n - 1) + j] = id;
    }
  }
}
