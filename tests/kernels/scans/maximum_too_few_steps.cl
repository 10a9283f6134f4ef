// expect: possible-defect
// property: assertion
// lines: 21
// launch: --local-size 64 --num-groups 1 --buffer out=256 --buffer in=256
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: the last step is missing

kernel void scan(global int* out, global const int* in) {
  local int most[64];
  int t = get_local_id(0);
  most[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < get_local_size(0) / 2; step *= 2) {
    int other = t >= step ? most[t - step] : most[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    most[t] = max(most[t], other);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = most[t];
  __is_scan(out, in, 0);
}
