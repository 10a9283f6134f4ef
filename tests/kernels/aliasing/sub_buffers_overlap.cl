// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 8 --num-groups 1 --buffer all=96 --buffer low=@all:32 --buffer high=@all+28:32
// about: two sub-buffers of one memory object share four bytes

// `all` is the whole buffer that the two others are parts of; the kernel leaves it alone.
__kernel void halves(__global const int *all, __global int *low, __global int *high) {
  int i = get_global_id(0);
  low[i] = i;
  high[i] = i + 100;
}
