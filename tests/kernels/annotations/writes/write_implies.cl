// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: write_implies_of_neighbour.cl
// about: an assertion of all writes before it holds
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  __assert(__write_implies(out, __write_offset_bytes(out) == 4 * i));
}
