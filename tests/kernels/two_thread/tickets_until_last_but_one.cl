// expect: defect
// property: data-race
// lines: 13
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: it is used with the one before

__kernel void last(__global uint* next, __global uint* out) {
  uint slot;
  int k = 0;
  do {
    slot = atomic_inc(next);
  } while (++k < 3);
  if (slot < 256) out[slot & 248] = get_global_id(0);
}
