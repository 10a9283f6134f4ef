// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: write_where_one_is_shifted.cl
// oracle: skip it does not know what speaks of accesses
// about: where a write is chosen, it is of the work-item's own element

__kernel void fill(__global int *out) {
  __local int part[8];
  int i = get_local_id(0);
  part[i] = 2 * i;
  __assert(__implies(__write(part), __write_offset_bytes(part) / sizeof(int) == i));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = part[7 - i];
}
