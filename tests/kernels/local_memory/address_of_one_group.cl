// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer a=64
// sibling: address_of_each_group.cl
// about: one group alone has the local array whose address decides which group stores

__kernel void k(__global int* a) {
  __local int p[4];
  uintptr_t address = (uintptr_t)p;
  if ((address >> 4 & 1) == get_group_id(0) && get_local_id(0) == 0) a[0] = get_group_id(0);
}
