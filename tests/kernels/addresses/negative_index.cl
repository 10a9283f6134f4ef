// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: negative_index_unsigned.cl
// about: a negative index from a pointer into the midst

__kernel void around(__global int *out) {
  __global int *middle = out + 8;
  int i = (int)get_global_id(0) - 8;
  middle[i] = i;
}
