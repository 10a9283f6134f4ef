// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer t=32 --contents t=constant,min:0,max:8
// sibling: common_base_of_each.cl
// about: All elements are one number.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[t[i] + i] = i;
}
