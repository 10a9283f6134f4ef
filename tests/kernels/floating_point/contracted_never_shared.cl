// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=64 --buffer in=4
// about: contracted_never.cl, the other way round

__kernel void compare(__global int *out, __global float *in) {
#pragma OPENCL FP_CONTRACT OFF
  int i = get_global_id(0);
  float p = in[0] * in[0];
  float x = p - 1.0f;
  float y = in[0] * in[0] - 1.0f;
  if (as_int(x) == as_int(y)) out[0] = i;
}
