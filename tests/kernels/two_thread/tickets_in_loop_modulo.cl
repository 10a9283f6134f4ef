// expect: defect
// property: data-race
// lines: 10
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: slots come round

__kernel void collect(__global uint* next, __global uint* out) {
  for (int k = 0; k < 5; ++k) {
    uint slot = atomic_inc(next) % 16;
    if (slot < 256) out[slot] = get_global_id(0);
  }
}
