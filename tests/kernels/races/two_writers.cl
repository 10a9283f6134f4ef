// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: two work-items of the group write the cell

__kernel void broadcast(__global int *out) {
  __local int seed;
  int lid = get_local_id(0);
  if (get_local_id(0) <= 1) seed = lid + 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = seed + lid;
}
