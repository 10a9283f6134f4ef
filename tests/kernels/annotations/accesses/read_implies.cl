// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// sibling: read_implies_of_neighbour.cl
// about: all reads before it were of the work-item's own element
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  out[i] = in[i];
  __assert(__read_implies(in, __read_offset_bytes(in) == 4 * i)); 
}
