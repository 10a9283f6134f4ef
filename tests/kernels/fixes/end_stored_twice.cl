// expect: defect
// property: data-race
// lines: 12 13
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: two work-items store to one element; the other one is read and never stored, also with a barrier between

__kernel void distances(__global int *out) {
  __local int ends[2];
  int lid = get_local_id(0);
  int gid = get_global_id(0);
  out[gid] = 0;
  if (lid == 1) ends[0] = gid;
  if (lid == 6) ends[0] = gid + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid] = (gid - ends[0]) * (ends[1] - gid);
}
