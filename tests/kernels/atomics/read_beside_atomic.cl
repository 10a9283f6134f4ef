// expect: defect
// property: data-race
// lines: 12 13
// launch: --local-size 8 --num-groups 2
// about: one work-item reads the total while others still add to it

__kernel void total(__global int *out) {
  __local int sum;
  int lid = get_local_id(0);
  if (lid == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid > 0) atomic_add(&sum, lid);
  if (lid == 0) out[get_group_id(0)] = sum;
}
