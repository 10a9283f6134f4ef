// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 4 --num-groups 1
// about: every device rounds alike, so that the replay decides

__kernel void peak(__global int *out) {
  if (floor(0.5f) < 0.4794255f) out[1] = get_local_id(0);
}
