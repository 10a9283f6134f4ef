// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer start=32 --buffer longest=32
// sibling: collatz_stored_by_all.cl
// about: each work-item stores in its own place how far its loop ran

__kernel void steps(__global const uint *start, __global uint *longest) {
  uint n = start[get_global_id(0)] & 15, count = 0;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++count;
  }
  longest[get_global_id(0)] = count;
}
