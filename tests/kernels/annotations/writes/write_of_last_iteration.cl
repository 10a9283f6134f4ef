// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: write_of_last_iteration_shifted.cl
// about: when the loop ends, a barrier lies behind the writes of all iterations but the last one
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  __local int t[8];
  int i = get_local_id(0);
  for (int d = 4; __invariant(__implies(d == 0 & __write(t), i == 0)), d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < d) t[i] = d;
  }
  out[i] = i;
}
