// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=min:0,below:8
// about: Indices that may repeat.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[t[i]] = i;
}
