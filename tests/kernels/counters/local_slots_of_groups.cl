// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 4 --num-groups 2
// about: two groups take the same slots from counters of their own

__kernel void collect(__global int *out) {
  __local uint count;
  int lid = get_local_id(0);
  if (lid == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint slot = atomic_inc(&count);
  out[slot] = get_global_id(0);
}
