// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=distinct,below:8
// about: Elements are signed, so that a bound from above alone lets them be negative.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[t[i]] = i;
}
