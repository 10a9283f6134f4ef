// expect: defect
// property: data-race
// lines: 11
// launch: --global-size 16,2 --local-size 4,2 --buffer out=16
// about: all work-items of a group store how far they are to the place of the group

__kernel void sizes(__global int *out) {
  int group = get_group_id(0);
  int far = get_local_id(0) + 3 * get_local_id(1);
  if (group < 4)
    out[group] = far;
}
