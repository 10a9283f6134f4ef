// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=9
// about: the write of the iteration before lies behind its barrier
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, int n) {
  __local int t[8];
  int i = get_local_id(0);
  for (int j = 0; __invariant(__no_write(t)), j < n; j++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    t[i] = j;
  }
  out[i] = n;
}
