// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer ballot=64 --buffer result=8
// about: each work-item stores what it read in the place of its group; whatever is read is allowed, and so that it differs

__kernel void vote(__global const uint *ballot, __global uint *result) {
  uint mine = ballot[get_global_id(0)];
  result[get_group_id(0)] = mine;
}
