// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// sibling: split_without_zeros.cl
// about: a pass of a radix sort: elements whose bit is zero come first, the others behind them, each in a place of its own

kernel void split(global uint* out, global const uint* in, uint bit) {
  local uint zeros[8];
  uint t = get_local_id(0), n = get_local_size(0);
  uint x = in[get_global_id(0)];
  uint is_zero = (x >> (bit & 31) & 1) ^ 1;
  zeros[t] = is_zero;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < n; step *= 2) {
    uint other = t >= step ? zeros[t - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    zeros[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint before = zeros[t] - is_zero;
  uint place = is_zero ? before : t - before + zeros[n - 1];
  out[get_group_id(0) * n + place] = x;
}
