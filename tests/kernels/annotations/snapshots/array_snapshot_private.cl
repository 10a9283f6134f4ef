// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: array_snapshot_private_changed.cl
// about: what a private array held before it was changed
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  int now[2] = {i, i + 1}, kept[2];
  __array_snapshot(kept, now);
  now[0] = now[1];
  __assert(kept[0] == i & now[0] == kept[1]); 
  out[i] = now[0];
}
