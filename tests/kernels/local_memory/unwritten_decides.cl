// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 1
// oracle: skip what nothing wrote is never zero there
// about: local memory that nothing wrote decides; only in a replay it is zero

__kernel void vote(__global int *out) {
  __local int seen[8];
  const int lid = get_local_id(0);
  if (seen[lid] == 0) out[1] = lid;
}
