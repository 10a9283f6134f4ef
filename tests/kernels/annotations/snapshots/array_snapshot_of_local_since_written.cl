// expect: defect
// property: assertion
// lines: 16
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it is written in between
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  __local int t[8], kept[8];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  __array_snapshot(kept, t);
  int v = t[7 - l];
  __assert(kept[7 - l] == v + 1);
  out[get_global_id(0)] = v;
}
