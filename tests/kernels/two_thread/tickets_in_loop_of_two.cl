// expect: defect
// property: data-race
// lines: 10
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: two neighbouring values of the counter are one slot

__kernel void collect(__global uint* next, __global uint* out) {
  for (int k = 0; k < 3; ++k) {
    uint slot = atomic_inc(next);
    if (slot < 256) out[slot / 2] = get_global_id(0);
  }
}
