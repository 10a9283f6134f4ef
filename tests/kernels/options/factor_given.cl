// expect: verified
// launch: --local-size 8 --num-groups 2 -D FACTOR=3
// sibling: factor_zero.cl
// about: a build option defines the factor of the index

__kernel void scaled(__global int *out) {
  int i = get_global_id(0);
  out[i * FACTOR] = i;
}
