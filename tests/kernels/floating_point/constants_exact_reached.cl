// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=64
// about: constants_exact.cl, with the branch taken

__kernel void square(__global int *out) {
  float a = 0.5f;
  a *= a;
  if (a == 0.25f) out[0] = get_global_id(0);
}
