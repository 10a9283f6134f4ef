// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32 --only-divergence
// expect: unknown
// reason: whose data-race is not asked
// about: Where races are not asked, nothing tells what the launch leaves in memory.
__kernel void k(__global int *a) {
  __postcondition(a[0] == 7);
  a[0] = get_global_id(0);
}
