// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer next=64 --buffer out=64
// sibling: atomic_may_have_taken_value.cl
// about: where nothing does atomics, none has found a value
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *next, __global int *out) {
  __assert(!__atomic_has_taken_value(next, 0, 5)); 
  next[get_global_id(0)] = 1;
}
