// expect: possible-defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 2 --buffer found=264
// contents: found=zero
// replay: skip in its order of execution the slots do not meet
// about: the second counter is the first one, counted down again, so that a place is handed out twice

__kernel void collect(__global uint *found) {
  uint even = atomic_add(&found[0], 2);
  uint slot = atomic_dec(&found[0]);
  if (even < 32) found[2 + (even & ~1u)] = get_global_id(0);
  if (slot < 32) found[34 + slot] = get_global_id(0);
}
