// expect: verified
// launch: --local-size 2 --num-groups 2
// sibling: slots_come_round.cl
// about: the counter comes round after four steps, and there are four work-items

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_add(count, 0x40000000);
  out[slot >> 30] = i;
}
