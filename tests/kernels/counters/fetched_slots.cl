// expect: verified
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0
// sibling: fetched_slots_of_group.cl
// about: the functions of OpenCL C 2.0 hand out slots, with device scope

__kernel void collect(volatile __global atomic_uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device);
  out[slot] = i;
}
