// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --build-options -cl-std=CL2.0
// about: the scope of the counter is the group's, and several groups count

__kernel void collect(volatile __global atomic_uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_work_group);
  out[slot] = i;
}
