// expect: possible-defect
// property: assertion
// lines: 14
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=1024
// about: it is not the first row that is kept
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *in) {
  __local int kept[16];
  int i = get_global_id(0);
  for (int k = 0; k < 3; k++) {
    __array_snapshot(kept, in + 16 * k);
    __assert(kept[i] == in[i]);
    out[i] = k;
  }
}
