// expect: defect
// property: access-flags
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer high=64 --buffer low=@high+32:32 --access low=read-only
// about: the part that is read-only is the one that is written

__kernel void halves(__global float *low, __global float *high) {
  int i = get_global_id(0);
  low[i] = high[i] + 1.0f;
}
