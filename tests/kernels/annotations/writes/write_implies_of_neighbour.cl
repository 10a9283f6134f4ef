// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the write is not where the assertion says
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  __assert(__write_implies(out, __write_offset_bytes(out) == 4 * i - 4));
}
