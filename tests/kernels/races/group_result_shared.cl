// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the first work-items of all groups store to one cell

__kernel void group_result(__global uint *out) {
  uint group = get_group_id(0);
  if (get_local_id(0) == 0) out[0] = group;
}
