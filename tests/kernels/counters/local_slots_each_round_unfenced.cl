// expect: defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 1
// about: slots repeat in each round, and the barrier does not order what is stored

__kernel void collect(__global int *out) {
  __local uint count;
  int lid = get_local_id(0);
  for (int round = 0; round < 2; ++round) {
    if (lid == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint slot = atomic_inc(&count);
    out[round == 0 ? slot : 7 - slot] = lid + 8 * round;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
