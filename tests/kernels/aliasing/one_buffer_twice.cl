// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --buffer src=68 --buffer dst=@src
// about: the application passes one buffer for two arguments

__kernel void shift_left(__global const int *src, __global int *dst) {
  int i = get_global_id(0);
  int v = src[i + 1];
  dst[i] = v;
}
