// expect: verified
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// sibling: tickets_by_queue_twice.cl
// about: work-items take work until none is left, each piece is taken once

__kernel void work(__global uint* next, __global uint* out) {
  for (uint i = atomic_inc(next); i < 255; i = atomic_inc(next))
    out[i] = get_global_id(0); 
}
