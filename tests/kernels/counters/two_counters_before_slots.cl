// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer found=264
// sibling: one_counter_two_steps.cl
// about: a counter, another one that counts down, and the places of both lie in one buffer

__kernel void collect(__global uint *found) {
  uint even = atomic_add(&found[0], 2);
  uint slot = atomic_dec(&found[1]);
  if (even < 32) found[2 + (even & ~1u)] = get_global_id(0);
  if (slot < 32) found[34 + slot] = get_global_id(0);
}
