// expect: verified
// launch: --local-size 4 --num-groups 2 --arg n=3
// sibling: slots_in_a_long_loop.cl
// about: eight work-items take three slots each, and the counter comes round after thirty-two

__kernel void collect(__global uint *count, __global int *out, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    uint slot = atomic_add(count, 0x08000000);
    out[slot >> 27] = i;
  }
}
