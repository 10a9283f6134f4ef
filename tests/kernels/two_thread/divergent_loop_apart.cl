// expect: defect
// property: barrier-divergence
// lines: 8
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=out=64
// about: They run to one bound, and not equally far.
__kernel void divergent_loop(__global int* out) {
  const int first = get_local_id(0);
  for (int i = first; i < 4; i++) barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = first;
}
