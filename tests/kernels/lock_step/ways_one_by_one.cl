// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --warp-sync 8
// sibling: ways_of_one_branch.cl
// replay: skip the oracle and replays run work-items one by one
// oracle: skip it runs work-items one by one
// about: the warp is together again before the second branch

__kernel void halves(__global int *out) {
  __local int slot[8];
  int lid = get_local_id(0);
  if (lid < 4)
    slot[lid] = lid;
  if (lid >= 4)
    out[get_global_id(0)] = slot[lid - 4];
}
