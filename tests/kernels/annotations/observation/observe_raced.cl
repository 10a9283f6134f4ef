// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a value that a race may change decides nothing if it is only asserted

__kernel void some(__global int *out) {
  __local int t[8];
  int i = get_local_id(0);
  t[0] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(t[0] >= 0 | true);
  out[i] = 0;
}
