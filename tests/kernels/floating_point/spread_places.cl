// expect: verified
// launch: --local-size 8 --num-groups 4 --buffer dst=256 --arg step=1.7
// sibling: spread_places_meet.cl
// about: products that are rounded, more than 1 apart, are converted to different places

__kernel void spread(__global int *dst, float step) {
  int x = get_global_id(0);
  dst[(int)(x * step)] = x;
}
