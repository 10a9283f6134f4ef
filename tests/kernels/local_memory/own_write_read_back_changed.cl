// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the work-item may have written there again in between

__kernel void place(__global int *out) {
  __local int places[8];
  int lid = get_local_id(0);
  places[lid] = 7 - lid;
  if (lid > 5) places[lid] = 0;
  out[get_group_id(0) * 8 + places[lid]] = lid;
}
