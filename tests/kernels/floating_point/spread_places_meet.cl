// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 4 --buffer dst=256 --arg step=0.7
// about: products that are less than 1 apart meet, whatever is rounded

__kernel void spread(__global int *dst, float step) {
  int x = get_global_id(0);
  dst[(int)(x * step)] = x;
}
