// expect: verified
// launch: --local-size * --num-groups 1
// sibling: any_size_maximum_beyond.cl
// oracle: skip it knows no claim about scans
// about: running maxima in groups of every size that is a power of two (Kogge and Stone)

kernel void scan(global int* out, global const int* in, local int* most) {
  __requires(__is_pow2(get_local_size(0)));
  uint t = get_local_id(0);
  most[t] = in[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < get_local_size(0); step *= 2) {
    int other = t >= step ? most[t - step] : most[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    most[t] = max(most[t], other);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[t] = most[t];
  __is_scan(out, in, 0);
}
