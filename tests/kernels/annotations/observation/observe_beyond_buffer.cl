// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// sibling: observe_beyond_buffer_by_itself.cl
// about: what an assumption reads is no access of the kernel, wherever it lies

__kernel void some(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  __assume(in[i + 1] != 7);
  out[i] = in[i];
}
