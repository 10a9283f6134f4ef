// expect: possible-defect
// property: assertion
// lines: 21
// launch: --local-size 16 --num-groups 1 --local most=64
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: in each step one element is left out

kernel void scan(global int* out, global const int* in, local int* most) {
  __requires(__is_pow2(get_local_size(0)));
  uint t = get_local_id(0);
  most[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < get_local_size(0); step *= 2) {
    int other = t > step ? most[t - step] : most[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    most[t] = max(most[t], other);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = most[t];
  __is_scan(out, in, 0);
}
