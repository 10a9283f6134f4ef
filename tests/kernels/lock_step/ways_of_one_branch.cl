// expect: defect
// property: data-race
// lines: 13 15
// launch: --local-size 8 --num-groups 2 --buffer out=64 --warp-sync 8
// replay: skip the oracle and replays run work-items one by one
// oracle: skip it runs work-items one by one
// about: nothing tells which of the two ways of a branch a warp takes first

__kernel void halves(__global int *out) {
  __local int slot[8];
  int lid = get_local_id(0);
  if (lid < 4)
    slot[lid] = lid;
  else
    out[get_global_id(0)] = slot[lid - 4];
}
