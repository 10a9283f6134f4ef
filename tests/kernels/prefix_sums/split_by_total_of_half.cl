// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// property: data-race
// lines: 36
// about: the number of zeros is that of one half

kernel void split(global uint* out, global const uint* in, uint bit) {
  local uint zeros[8];
  local uint all;
  uint t = get_local_id(0), n = get_local_size(0);
  uint x = in[get_global_id(0)];
  uint is_zero = (x >> (bit & 31) & 1) ^ 1;
  zeros[t] = is_zero;
  uint step = 1;
  for (uint active = n / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) zeros[step * (2 * t + 2) - 1] += zeros[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0) {
    all = zeros[n / 2 - 1];
    zeros[n - 1] = 0;
  }
  for (uint active = 1; active < n; active *= 2) {
    step /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) {
      uint low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
      uint kept = zeros[low];
      zeros[low] = zeros[high];
      zeros[high] += kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint place = is_zero ? zeros[t] : t - zeros[t] + all;
  out[get_group_id(0) * n + place] = x;
}
