// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 64 --num-groups 1 --buffer in=256
// about: the sums may be equal for two work-items that both have a flag
// replay: skip what annotations say of two work-items is not executed
// oracle: skip it does not know what annotations say of two work-items

__kernel void compact(__global const uint *in, __local uint *out, __local uint *flag, __local uint *sums) {
  uint lid = get_local_id(0), other = __other_int(lid);
  flag[lid] = in[lid] % 2;
  __assume(__implies(lid < other, sums[lid] <= sums[other]));
  __assume(__implies(lid < other, __add_noovfl(sums[lid], flag[lid])));
  if (flag[lid]) out[sums[lid]] = in[lid];
}
