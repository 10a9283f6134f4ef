// expect: possible-defect
// property: data-race
// lines: 10
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: all values pass the test, so that the counter may come round
// oracle: skip it never ends

__kernel void work(__global uint* next, __global uint* out) {
  for (uint i = atomic_inc(next); i <= 0xffffffffu; i = atomic_inc(next))
    if (i < 256) out[i] = get_global_id(0);
}
