// expect: defect
// launch: --local-size 2 --num-groups 1 --buffer count=4 --buffer out=4 --contents count=bytes:00000000
// property: out-of-bounds
// lines: 9
// about: a counter of a launch with two work-items hands out two values, of which the buffer has room for one

kernel void k(global int* count, global int* out) {
  int slot = atomic_inc(count);
  out[slot] = slot;
}
