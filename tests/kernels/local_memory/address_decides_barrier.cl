// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer a=64
// sibling: private_address_decides_barrier.cl
// about: a group comes to a barrier where its local array lies at certain addresses, the same for all of the group

__kernel void k(__global int* a) {
  __local int p[4];
  uintptr_t address = (uintptr_t)p;
  if (address & 64) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
