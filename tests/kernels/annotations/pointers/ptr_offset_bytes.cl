// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: ptr_offset_bytes_of_next.cl
// about: where a pointer points in its array
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __global int *own = out + i;
  __assert(__ptr_offset_bytes(own) == 4 * i); 
  *own = i;
}
