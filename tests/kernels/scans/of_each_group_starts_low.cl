// expect: possible-defect
// property: assertion
// lines: 24
// launch: --local-size 32 --num-groups 4 --buffer out=512 --buffer in=512
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: the second phase leaves out its first step

kernel void scan(global float* out, global const float* in) {
  local float sums[32];
  int t = get_local_id(0);
  sums[t] = in[get_global_id(0)];
  int step = 1;
  for (; step < 32; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((t + 1) % (2 * step) == 0) sums[t] += sums[t - step];
  }
  for (step = 4; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((t + 1) % (2 * step) == step && t >= step) sums[t] += sums[t - step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sums[t];
  __is_scan(out, in, 0);
}
