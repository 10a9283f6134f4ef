// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the remainder is not as small

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__mod_pow2(i, 8) < 7);
  out[i] = 1;
}
