// expect: verified
// launch: --local-size * --num-groups 1
// sibling: any_size_divide_and_conquer_too_few.cl
// oracle: skip it knows no claim about scans
// about: a prefix sum in groups of every size that is a power of two (Sklansky)

kernel void scan(global uint* out, global const uint* in, local uint* sums) {
  __requires(__is_pow2(get_local_size(0)));
  uint t = get_local_id(0);
  sums[t] = in[t];
  for (uint step = 1; step < get_local_size(0); step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t & step) sums[t] += sums[(t & ~(step - 1)) - 1];
  }
  out[t] = sums[t];
  __is_scan(out, in, 0);
}
