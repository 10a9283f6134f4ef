// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups *
// oracle-launch: --local-size 8 --num-groups 4
// about: a fourth group meets the first one's cell

__kernel void of_groups(__global int *out) {
  if (get_local_id(0) == 0)
    out[get_group_id(0) % 3] = get_group_id(0);
}
