// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer low=64 --buffer high=@low+32:32 --access high=read-only
// sibling: parts_swapped.cl
// about: a part of a buffer is read-only, and the whole is written elsewhere

__kernel void halves(__global float *low, __global float *high) {
  int i = get_global_id(0);
  low[i] = high[i] + 1.0f;
}
