// expect: verified
// launch: --engine=two-thread --local-size=4 --num-groups=2 --buffer=next=4 --buffer=out=1024
// sibling: tickets_until_last_but_one.cl
// about: the last value that a loop takes from a counter is used behind it

__kernel void last(__global uint* next, __global uint* out) {
  uint slot;
  int k = 0;
  do {
    slot = atomic_inc(next);
  } while (++k < 3);
  if (slot < 256) out[slot] = k; 
}
