// expect: unknown
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: local memory that is written since the snapshot
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  __local int t[8], kept[8];
  int l = get_local_id(0);
  t[l] = l;
  __array_snapshot(kept, t);
  t[l] = 0;
  __assert(kept[l] == t[l]);
  out[get_global_id(0)] = 1;
}
