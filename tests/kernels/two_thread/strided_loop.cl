// expect: verified
// launch: --engine=two-thread --local-size=64 --num-groups=4 --buffer=out=4096
// sibling: strided_loop_racy.cl
// about: Counters that start apart and grow by one step stay apart: candidate invariants, no closed form.
__kernel void strided_loop(__global int* out) {
  const int base = 256 * get_group_id(0);
  for (int i = get_local_id(0); i < 256; i += 64) out[base + i] = i;
}
