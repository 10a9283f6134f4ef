// expect: defect
// property: assertion
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a barrier that fences other memory leaves them
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(__no_write(out));
}
