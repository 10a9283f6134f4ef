// expect: possible-defect
// property: assertion
// lines: 20
// launch: --local-size 32 --num-groups 1 --buffer out=128 --buffer in=128
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: one element is not added in each step

kernel void scan(global int* out, global const int* in) {
  local int sums[2][32];
  int t = get_local_id(0), from = 0;
  sums[0][t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 32; step *= 2) {
    sums[1 - from][t] = t > step ? sums[from][t - step] + sums[from][t] : sums[from][t];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = sums[from][t];
  __is_scan(out, in, 0);
}
