// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: a write comes before the assertion
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  __assert(__no_write(out));
}
