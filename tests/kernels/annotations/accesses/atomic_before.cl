// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=68
// sibling: atomic_before_elsewhere.cl
// about: atomics before it were on the work-item's own counter
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  atomic_inc(&out[i]);
  __assert(__implies(__atomic(out), __atomic_offset_bytes(out) == 4 * i)); 
}
