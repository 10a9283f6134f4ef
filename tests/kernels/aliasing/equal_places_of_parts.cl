// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer low=64 --buffer high=@low+32:32
// about: the end of the lower half is the beginning of the upper one

__kernel void halves(__global int *low, __global int *high) {
  int i = get_global_id(0);
  if (low + 8 == high)
    high[0] = i;
  else
    high[i] = i;
}
