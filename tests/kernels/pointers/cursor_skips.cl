// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer text=256 --buffer sum=32
// sibling: cursor_skips_at_the_end.cl
// about: a pointer walks to the end of its part by one or two elements

__kernel void walk(__global const int *text, __global int *sum) {
  int i = get_global_id(0);
  __global const int *at = text + 8 * i;
  __global const int *end = at + 7;
  int all = 0;
  while (at < end) {
    all += at[1];
    at += *at > 0 ? 1 : 2;
  }
  sum[i] = all;
}
