// expect: verified
// launch: --local-size 8 --num-groups 2 --strict
// sibling: equal_under_strict.cl
// about: distinct cells are no race under --strict either

__kernel void halves(__global int *out) {
  int i = get_global_id(0);
  out[i] = i / 2;
}
