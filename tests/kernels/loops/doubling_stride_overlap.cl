// expect: defect
// property: data-race
// lines: 14 15
// launch: --local-size 8 --num-groups 2
// about: the modulus misses a factor two, so pairs of one step overlap

__kernel void reduce(__global int *out) {
  __local int sums[8];
  int lid = get_local_id(0);
  sums[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < 8; s *= 2) {
    int other = 0;
    if (lid % s == 0 && lid + s < 8) other = sums[lid + s];
    if (lid % s == 0 && lid + s < 8) sums[lid] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = sums[0];
}
