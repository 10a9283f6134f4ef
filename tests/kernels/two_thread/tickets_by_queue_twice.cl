// expect: possible-defect
// property: data-race
// lines: 10
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// about: each takes the next piece as well
// replay: skip one work-item takes all the work before the others begin

__kernel void work(__global uint* next, __global uint* out) {
  for (uint i = atomic_inc(next); i < 255; i = atomic_inc(next))
    out[i + (i & 1)] = get_global_id(0);
}
