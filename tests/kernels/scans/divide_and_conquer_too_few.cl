// expect: possible-defect
// property: assertion
// lines: 18
// launch: --local-size 32 --num-groups 1 --buffer out=32 --buffer in=32
// oracle: skip it knows no claim about scans
// replay: skip it knows no claim about scans
// about: the last step is missing

kernel void scan(global uchar* out, global const uchar* in) {
  local uchar bits[32];
  uint t = get_local_id(0);
  bits[t] = in[t];
  for (uint step = 1; step < 16; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t & step) bits[t] |= bits[(t & ~(step - 1)) - 1];
  }
  out[t] = bits[t];
  __is_scan(out, in, 0);
}
