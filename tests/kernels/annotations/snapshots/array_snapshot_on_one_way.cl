// expect: unknown
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// about: a snapshot that only some have taken
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *in) {
  __local int kept[16];
  int i = get_global_id(0);
  if (i > 3) __array_snapshot(kept, in);
  __assert(kept[i] == in[i]);
  out[i] = 1;
}
