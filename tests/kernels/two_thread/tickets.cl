// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=next=4 --buffer=out=1024
// sibling: tickets_shared.cl
// about: A counter hands out slots, each to one work-item.
__kernel void handed_out(__global uint* next, __global uint* out) {
  uint mine = atomic_inc(next);
  if (mine < 256) out[mine] = get_global_id(0);
}
