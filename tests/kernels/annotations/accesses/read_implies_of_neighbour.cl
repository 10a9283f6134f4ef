// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// about: the read is not where the assertion says
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  out[i] = in[i];
  __assert(__read_implies(in, __read_offset_bytes(in) == 4 * i + 4));
}
