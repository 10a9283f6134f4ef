// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 1
// about: local memory that each work-item wrote decides, and the replay shows it

__kernel void vote(__global int *out) {
  __local int seen[8];
  const int lid = get_local_id(0);
  seen[lid] = lid >> 2;
  if (seen[lid] == 0) out[1] = lid;
}
