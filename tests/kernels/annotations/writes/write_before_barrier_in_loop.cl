// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=9
// sibling: write_behind_barrier_in_loop.cl
// about: the write of the iteration before lies before its barrier
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, int n) {
  __local int t[8];
  int i = get_local_id(0);
  for (int j = 0; __invariant(__no_write(t)), j < n; j++) {
    t[i] = j;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = n;
}
