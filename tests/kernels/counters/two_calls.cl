// expect: verified
// launch: --local-size 2 --num-groups 1 --buffer count=4 --buffer out=8 --contents count=bytes:00000000
// sibling: two_calls_past_end.cl
// about: a counter of a launch with two work-items hands out two values

kernel void k(global int* count, global int* out) {
  int slot = atomic_inc(count);
  out[slot] = slot;
}
