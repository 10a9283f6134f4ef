// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer found=68 --contents found=zero
// sibling: slots_behind_full_counter.cl
// about: no guard: the counter begins at 0, so that the places behind it never come round to it

__kernel void collect(__global uint *found) {
  uint slot = atomic_inc(&found[0]);
  found[slot + 1] = get_global_id(0);
}
