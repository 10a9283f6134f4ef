// expect: possible-defect
// property: assertion
// lines: 18
// launch: --local-size 16 --local sums=64 --num-groups 1
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: one that leaves out the last step

kernel void scan(global uint* out, global const uint* in, local uint* sums) {
  __requires(__is_pow2(get_local_size(0)));
  uint t = get_local_id(0);
  sums[t] = in[t];
  for (uint step = 1; step < get_local_size(0) / 2; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t & step) sums[t] += sums[(t & ~(step - 1)) - 1];
  }
  out[t] = sums[t];
  __is_scan(out, in, 0);
}
