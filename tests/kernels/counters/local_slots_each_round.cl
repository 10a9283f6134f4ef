// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: local_slots_each_round_unfenced.cl
// about: a local counter is cleared in each round, and a barrier orders what is stored

__kernel void collect(__global int *out) {
  __local uint count;
  int lid = get_local_id(0);
  for (int round = 0; round < 2; ++round) {
    if (lid == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint slot = atomic_inc(&count);
    out[round == 0 ? slot : 7 - slot] = lid + 8 * round;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
