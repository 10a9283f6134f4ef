// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=128 --buffer in=128
// sibling: work_efficient_without_zero.cl
// about: a stream is compacted by an upsweep and a downsweep, two elements for each work-item (Blelloch)

kernel void compact(global int* out, global const int* in) {
  local uint places[16];
  uint t = get_local_id(0), n = 2 * get_local_size(0), group = get_group_id(0) * n;
  int x = in[group + 2 * t], y = in[group + 2 * t + 1];
  places[2 * t] = x > 0 ? 1 : 0;
  places[2 * t + 1] = y > 0 ? 1 : 0;
  uint step = 1;
  for (uint active = n / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) places[step * (2 * t + 2) - 1] += places[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0) places[n - 1] = 0;
  for (uint active = 1; active < n; active *= 2) {
    step /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) {
      uint low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
      uint kept = places[low];
      places[low] = places[high];
      places[high] += kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0) out[group + places[2 * t]] = x;
  if (y > 0) out[group + places[2 * t + 1]] = y;
}
