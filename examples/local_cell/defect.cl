// Stores for each work-item how far it is from the two ends of its group's range.
__kernel void distances(__global int *out) {
  __local int ends[2];
  int lid = get_local_id(0);
  int gid = get_global_id(0);
  if (lid == 0) ends[0] = gid;
  if (lid == 63) ends[0] = gid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid] = (gid - ends[0]) * (ends[1] - gid);
}
