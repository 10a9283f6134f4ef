// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=64
// sibling: constants_exact_reached.cl
// about: constants are computed while compiling where every device gets the same

__kernel void square(__global int *out) {
  float a = 0.5f;
  a *= a;
  if (a != 0.25f) out[0] = get_global_id(0);
}
