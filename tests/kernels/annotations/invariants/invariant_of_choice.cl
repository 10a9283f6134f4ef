// expect: unknown
// property: assertion
// cause: annotation-not-judged 10
// launch: --local-size 4 --num-groups 2
// oracle: skip it does not know what speaks of accesses
// about: an invariant of accesses that holds for one value of an argument alone is not verified

__kernel void some(__global int *out, int n) {
  int at = n ? get_global_id(0) : get_local_id(0) + 4 * get_group_id(0) + 8;
  for (int j = 0; __invariant(__implies(__write(out), __write_offset_bytes(out) / 4 < 8)), j < 4; j++)
    out[at] = at + j;
}
