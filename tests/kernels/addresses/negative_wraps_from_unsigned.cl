// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: negative_of_unknown_size_long.cl
// about: an index of 32 bits without a sign is far behind the start, and not before it

__kernel void shifted(__global int *data) {
  uint i = (uint)get_global_id(0) - 3;
  data[i] = (int)i;
}
