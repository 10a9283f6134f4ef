// expect: possible-defect
// property: assertion
// lines: 14
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: memory that the launch writes may have been any
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  __local int kept[16];
  int i = get_global_id(0);
  __array_snapshot(kept, out);
  out[i] = i;
  __assert(kept[i] == i);
}
