// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer t=32 --contents t=min:0,max:8
// about: Each element is a number of its own.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[t[i] + i] = i;
}
