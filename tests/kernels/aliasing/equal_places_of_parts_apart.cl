// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer low=64 --buffer high=@low+28:36
// sibling: equal_places_of_parts.cl
// about: the upper part begins before the end of the lower half

__kernel void halves(__global int *low, __global int *high) {
  int i = get_global_id(0);
  if (low + 8 == high)
    high[0] = i;
  else
    high[i] = i;
}
