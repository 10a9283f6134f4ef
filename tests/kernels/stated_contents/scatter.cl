// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=distinct,min:0,below:8
// sibling: scatter_repeated.cl
// about: Distinct indices within the array, whatever they are.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[t[i]] = i;
}
