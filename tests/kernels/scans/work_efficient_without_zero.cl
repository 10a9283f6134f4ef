// expect: possible-defect
// property: assertion
// lines: 34
// launch: --local-size 32 --num-groups 1 --buffer out=256 --buffer in=256
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: the downsweep begins with an element in place of zero

kernel void scan(global uint* out, global const uint* in) {
  local uint sums[64];
  uint t = get_local_id(0), n = 2 * get_local_size(0);
  sums[2 * t] = in[2 * t];
  sums[2 * t + 1] = in[2 * t + 1];
  uint step = 1;
  for (uint active = n / 2; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) sums[step * (2 * t + 2) - 1] += sums[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0) sums[n - 1] = in[0];
  for (uint active = 1; active < n; active *= 2) {
    step = step / 2 > 0 ? step / 2 : 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < active) {
      uint low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
      uint kept = sums[low];
      sums[low] = sums[high];
      sums[high] += kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * t] = sums[2 * t];
  out[2 * t + 1] = sums[2 * t + 1];
  __is_scan(out, in, 1);
}
