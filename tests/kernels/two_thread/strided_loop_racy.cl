// expect: defect
// property: data-race
// lines: 8
// launch: --engine=two-thread --local-size=64 --num-groups=4 --buffer=out=4096
// about: The step is half of what it should be; the replay of the work-items found shows it.
__kernel void strided_loop(__global int* out) {
  const int base = 256 * get_group_id(0);
  for (int i = get_local_id(0); i < 256; i += 32) out[base + i] = i + get_local_id(0);
}
