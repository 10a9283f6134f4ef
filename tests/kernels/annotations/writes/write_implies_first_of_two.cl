// expect: defect
// property: assertion
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=64
// about: the assertion is of all writes, not of the last one
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i + 8] = i;
  if (i < 4) out[i] = i;
  __assert(__write_implies(out, __write_offset_bytes(out) < 32));
}
