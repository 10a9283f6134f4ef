// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: no_atomic_after_atomic.cl
// about: no atomic came before
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__no_atomic(out)); 
  atomic_inc(&out[i]);
}
