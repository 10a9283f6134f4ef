// expect: defect
// property: assertion
// lines: 14
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=9
// about: the first one is not
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, int n) {
  __local int t[8];
  int i = get_local_id(0), sum = 0;
  t[i] = i; barrier(CLK_LOCAL_MEM_FENCE);
  sum = t[7 - i];
  for (int j = 0; __invariant(__no_read(t)), j < n; j++) {
    sum += t[(i + j) % 8];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sum;
}
