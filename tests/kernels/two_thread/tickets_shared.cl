// expect: defect
// property: data-race
// lines: 8
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: Two neighbouring values of the counter are one slot.
__kernel void handed_out_shared(__global uint* next, __global uint* out) {
  uint mine = atomic_inc(next);
  if (mine < 256) out[mine / 2] = get_global_id(0);
}
