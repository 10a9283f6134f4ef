// expect: defect
// property: assertion
// lines: 13
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the assertion takes the new value for the old one
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  int now[2] = {i, i + 1}, kept[2];
  __array_snapshot(kept, now);
  now[0] = now[1];
  __assert(kept[0] == i & now[0] == kept[0]);
  out[i] = now[0];
}
