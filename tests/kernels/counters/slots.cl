// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: slots_looked_up.cl
// about: each work-item takes a slot of its own from a global counter

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_inc(count);
  out[slot] = i;
}
