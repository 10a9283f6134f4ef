// expect: verified
// launch: --local-size 8 --num-groups 4 --buffer found=68
// sibling: slots_up_to_counter.cl
// about: places that a counter hands out lie in front of it in one buffer, and a guard keeps them off it

__kernel void collect(__global uint *found) {
  uint slot = atomic_inc(&found[16]);
  if (slot < 16) found[slot] = get_global_id(0);
}
