// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=out=64
// sibling: divergent_loop_apart.cl
// about: Counters that start apart and run equally far: the work-items leave together.
__kernel void divergent_loop(__global int* out) {
  const int first = get_local_id(0);
  for (int i = first; i < first + 4; i++) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = first;
}
