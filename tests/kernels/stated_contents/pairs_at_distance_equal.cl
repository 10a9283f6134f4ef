// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer t=32 --contents t=non-decreasing,min:0,max:15
// about: Neighbours may be equal.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  if (i % 2 == 0) out[t[i]] = out[t[i + 1]] + i;
}
