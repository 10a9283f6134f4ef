// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=512
// sibling: write_implies_in_loop_last.cl
// about: an invariant of the writes of all iterations before
// oracle: skip it does not know what speaks of accesses

__kernel void rows(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; __global_invariant(__write_implies(out, __write_offset_bytes(out) / 4 < 16 * j)), j < 8; j++)
    out[16 * j + i] = i;
}
