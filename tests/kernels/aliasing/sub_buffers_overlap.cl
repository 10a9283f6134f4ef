// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 1 --buffer low=32 --buffer high=@low+28:32
// about: two sub-buffers of one memory object share four bytes

__kernel void halves(__global int *low, __global int *high) {
  int i = get_global_id(0);
  low[i] = i;
  high[i] = i + 100;
}
