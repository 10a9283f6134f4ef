// expect: verified
// launch: --local-size 64 --num-groups 1 --buffer in=256
// sibling: compaction_by_specification_inclusive.cl
// about: destinations differ, as the sums before them do, where each work-item has a flag of its own
// replay: skip what annotations say of two work-items is not executed
// oracle: skip it does not know what annotations say of two work-items

__kernel void compact(__global const uint *in, __local uint *out, __local uint *flag, __local uint *sums) {
  uint lid = get_local_id(0), other = __other_int(lid);
  flag[lid] = in[lid] % 2;
  __assume(__implies(lid < other, sums[lid] + flag[lid] <= sums[other]));
  __assume(__implies(lid < other, __add_noovfl(sums[lid], flag[lid])));
  if (flag[lid]) out[sums[lid]] = in[lid];
}
