// expect: verified
// launch: --local-size 4 --num-groups 4 --buffer found=80
// sibling: slots_of_next_group.cl
// about: each group has places of its own, with their counter behind them

__kernel void collect(__global uint *found) {
  uint first = get_group_id(0) * 5;
  uint slot = atomic_inc(&found[first + 4]);
  if (slot < 4) found[first + slot] = get_local_id(0);
}
