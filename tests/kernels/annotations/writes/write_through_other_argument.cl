// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=@a
// about: what is written through another argument to the buffer is
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *a, __global int *b) {
  b[get_local_id(0)] = get_local_id(0);
  __assert(__no_write(a));
}
