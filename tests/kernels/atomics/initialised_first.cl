// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: initialised_late.cl
// about: the counter is cleared before a barrier

__kernel void count(__global int *out) {
  __local int counter;
  int lid = get_local_id(0);
  if (lid == 0) counter = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&counter);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) out[get_group_id(0)] = counter;
}
