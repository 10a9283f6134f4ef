// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=64 --buffer in=4
// sibling: contracted_never_shared.cl
// about: contracted_apart.cl where the program forbids it

__kernel void compare(__global int *out, __global float *in) {
#pragma OPENCL FP_CONTRACT OFF
  int i = get_global_id(0);
  float p = in[0] * in[0];
  float x = p - 1.0f;
  float y = in[0] * in[0] - 1.0f;
  if (as_int(x) != as_int(y)) out[0] = i;
}
