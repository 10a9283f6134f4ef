// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: slots_in_a_long_loop.cl
// about: each work-item takes five slots

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  for (int k = 0; k < 5; ++k) {
    uint slot = atomic_inc(count);
    out[slot] = i;
  }
}
