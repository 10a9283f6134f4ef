// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer src=68 --buffer dst=64
// sibling: one_buffer_twice.cl
// about: two arguments are two buffers

__kernel void shift_left(__global const int *src, __global int *dst) {
  int i = get_global_id(0);
  int v = src[i + 1];
  dst[i] = v;
}
