// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: two_writers.cl
// about: one work-item of the group writes the cell that all read after the barrier

__kernel void broadcast(__global int *out) {
  __local int seed;
  int lid = get_local_id(0);
  if (get_local_id(0) == 0) seed = lid + 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = seed + lid;
}
