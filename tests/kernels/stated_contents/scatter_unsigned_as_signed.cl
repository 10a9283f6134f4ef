// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=int32,distinct,below:8
// about: The launch states signed elements, of which -1 is below 8.

__kernel void k(__global int* out, __global const uint* t) {
  int i = get_global_id(0);
  out[t[i]] = i;
}
