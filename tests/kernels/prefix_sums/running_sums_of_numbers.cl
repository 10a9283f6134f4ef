// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// property: out-of-bounds
// lines: 20
// about: sums of what is no flag are places beyond the end

kernel void compact(global int* out, global const int* in) {
  local uint places[8];
  uint t = get_local_id(0), n = get_local_size(0);
  int x = in[get_global_id(0)];
  uint keep = x & 3;
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
