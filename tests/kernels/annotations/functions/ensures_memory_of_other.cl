// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// about: the kernel writes elsewhere
// oracle: skip it does not know what functions ensure
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  __ensures(__write_implies(out, __write_offset_bytes(out) == 4 * i));
  out[7 - i] = in[i];
}
