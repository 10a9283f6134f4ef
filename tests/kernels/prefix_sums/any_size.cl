// expect: verified
// launch: --local-size * --num-groups 4
// sibling: any_size_other_guard.cl
// oracle-launch: --local-size 8 --num-groups 4 --local places=32
// about: a stream is compacted in groups of every size that is a power of two

kernel void compact(global int* out, global const int* in, local uint* places) {
  __requires(__is_pow2(get_local_size(0)));
  uint t = get_local_id(0), n = get_local_size(0);
  int x = in[get_global_id(0)];
  uint keep = x > 0;
  places[t] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < n; step *= 2) {
    uint other = t >= step ? places[t - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    places[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (keep) out[get_group_id(0) * n + places[t] - 1] = x;
}
