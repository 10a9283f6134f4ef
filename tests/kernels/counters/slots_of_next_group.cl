// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 4 --num-groups 4 --buffer found=80
// about: the counter of a group lies on the first place of the next one

__kernel void collect(__global uint *found) {
  uint first = get_group_id(0) * 4;
  uint slot = atomic_inc(&found[first + 4]);
  if (slot < 4) found[first + slot] = get_local_id(0);
}
