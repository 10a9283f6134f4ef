// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: slots_no_step.cl
// about: slots are counted down

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_sub(count, 3);
  out[slot] = i;
}
