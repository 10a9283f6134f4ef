// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer low=32 --buffer high=@low+32:32
// sibling: sub_buffers_overlap.cl
// about: two sub-buffers of one memory object touch without overlapping

__kernel void halves(__global int *low, __global int *high) {
  int i = get_global_id(0);
  low[i] = i;
  high[i] = i + 100;
}
