// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer a=64
// oracle: skip it gives local arrays the same address in each group
// replay: skip in a replay, the address happens to decide for one group alone
// about: each group has a local array of its own, at an address of its own

__kernel void k(__global int* a) {
  __local int p[4];
  uintptr_t address = (uintptr_t)p;
  if ((address >> 4 & 1) == get_group_id(0) && get_local_id(0) == 0) a[0] = get_group_id(0);
}
