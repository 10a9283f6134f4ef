// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: read_beside_atomic.cl
// about: the total is read after the barrier that follows the atomics

__kernel void total(__global int *out) {
  __local int sum;
  int lid = get_local_id(0);
  if (lid == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid > 0) atomic_add(&sum, lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) out[get_group_id(0)] = sum;
}
