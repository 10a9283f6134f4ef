// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer ballot=64 --buffer result=8
// sibling: vote_by_all.cl
// about: the first work-item of a group stores what it read

__kernel void vote(__global const uint *ballot, __global uint *result) {
  uint mine = ballot[get_global_id(0)];
  if (get_local_id(0) == 0) result[get_group_id(0)] = mine;
}
