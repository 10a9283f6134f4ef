// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer in=40 --buffer t=32 --contents t=min:0,max:9
// sibling: gather_past_end.cl
// about: Indices within the array that is read; they may repeat.

__kernel void k(__global int* out, __global const int* t, __global const int* in) {
  int i = get_global_id(0);
  out[i] = in[t[i]];
}
