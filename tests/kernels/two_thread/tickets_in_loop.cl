// expect: verified
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// sibling: tickets_in_loop_of_two.cl
// about: a counter hands out slots in a loop, each to one work-item once

__kernel void collect(__global uint* next, __global uint* out) {
  for (int k = 0; k < 3; ++k) {
    uint slot = atomic_inc(next);
    if (slot < 256) out[slot] = get_global_id(0); 
  }
}
