// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=increasing,min:0,max:10
// about: With 10 as well, elements may be 3 above their numbers.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  if (t[i] - i > 2) out[0] = i;
}
