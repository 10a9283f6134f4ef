// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=40 --contents count=bytes:02000000
// sibling: slots_past_end.cl
// about: eight slots after the two that are taken before the launch

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_inc(count);
  out[slot] = i;
}
