// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=256
// sibling: function_wide_of_writes_of_other.cl
// about: in no loop a write goes beyond the work-item's row
// oracle: skip it does not know what holds of functions

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  __function_wide_invariant(__write_implies(out, __write_offset_bytes(out) / 32 == i));
  for (int j = 0; j < 8; j++) out[8 * i + j] = i;
}
