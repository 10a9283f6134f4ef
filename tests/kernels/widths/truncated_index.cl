// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: truncated_index_collides.cl
// about: the index is truncated to sixteen bits, which hold it

__kernel void truncate(__global int *out) {
  int i = get_global_id(0);
  ushort j = i & 0xffff;
  out[j] = i;
}
