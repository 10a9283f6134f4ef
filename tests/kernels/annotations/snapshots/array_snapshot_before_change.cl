// expect: defect
// property: assertion
// lines: 14
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// about: its copy differs from what was written since
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *in) {
  __local int kept[16];
  int i = get_global_id(0);
  __array_snapshot(kept, in);
  out[i] = in[i];
  __assert(kept[i] == in[i] + 1);
}
