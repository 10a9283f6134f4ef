// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: own_result.cl
// about: the result of a reduction is one for the group, and so is the branch on it

__kernel void reduce(__global const int *in, __global int *out) {
  __local int first;
  const int sum = work_group_reduce_add(in[get_global_id(0)]);
  if (sum > 4) {
    if (get_local_id(0) == 0) first = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = first;
  }
}
