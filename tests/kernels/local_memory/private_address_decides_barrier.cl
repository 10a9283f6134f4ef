// expect: possible-defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer a=64
// oracle: skip the private arrays of all its work-items lie alike
// replay: skip in a replay, all private arrays happen to lie where the address decides alike
// about: each work-item has a private array of its own, at an address of its own

__kernel void k(__global int* a) {
  __private int p[4];
  uintptr_t address = (uintptr_t)p;
  if (address & 64) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
