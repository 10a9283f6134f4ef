// expect: unknown
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: a snapshot that is kept in an array of the program is not one
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *in) {
  __local int kept[8];
  int l = get_local_id(0);
  kept[l] = l;
  __array_snapshot(kept, in);
  __assert(kept[l] == l);
  out[get_global_id(0)] = kept[l];
}
