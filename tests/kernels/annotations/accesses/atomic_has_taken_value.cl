// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer next=4 --buffer out=64
// sibling: atomic_has_taken_next_value.cl
// about: the value that an atomic has just found is one that an atomic has found
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *next, __global int *out) {
  int was = atomic_inc(next);
  __assert(__atomic_has_taken_value(next, 0, was)); 
  out[get_global_id(0)] = was;
}
