// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 8 --num-groups 2
// about: no barrier separates clearing the counter from counting

__kernel void count(__global int *out) {
  __local int counter;
  int lid = get_local_id(0);
  if (lid == 0) counter = 0;
  atomic_inc(&counter);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) out[get_group_id(0)] = counter;
}
