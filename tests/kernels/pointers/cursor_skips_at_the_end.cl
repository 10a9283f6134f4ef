// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 4 --num-groups 2 --buffer text=256 --buffer sum=32
// about: a pointer walks to the end of its part, and looks one element further

__kernel void walk(__global const int *text, __global int *sum) {
  int i = get_global_id(0);
  __global const int *at = text + 8 * i;
  __global const int *end = at + 8;
  int all = 0;
  while (at < end) {
    all += at[1];
    at += *at > 0 ? 1 : 2;
  }
  sum[i] = all;
}
