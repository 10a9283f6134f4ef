// expect: unknown
// property: assertion
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: not each iteration passes a barrier, so that reads of earlier ones may count behind the last one
// oracle: skip it does not know what speaks of accesses

__kernel void k(__global int *out) {
  __local int s[16];
  int t = get_local_id(0);
  s[2 * t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 8; __invariant(__implies(d == 0 & __read(s), t == 0)), d > 0; d >>= 1) {
    if (d > 1) barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) out[t] = s[2 * t];
  }
}
