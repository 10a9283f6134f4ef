// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer in=40 --buffer t=32 --contents t=min:0,max:10
// about: One index more than the array has elements.

__kernel void k(__global int* out, __global const int* t, __global const int* in) {
  int i = get_global_id(0);
  out[i] = in[t[i]];
}
