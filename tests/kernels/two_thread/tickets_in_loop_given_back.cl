// expect: defect
// property: data-race
// lines: 10
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: the counter is decremented elsewhere, so that a slot is handed out again

__kernel void collect(__global uint* next, __global uint* out) {
  for (int k = 0; k < 3; ++k) {
    uint slot = atomic_inc(next);
    if (slot < 256) out[slot] = get_global_id(0);
  }
  atomic_dec(next);
}
