// equal: left right
// launch: --local-size 4 --num-groups 1 --buffer in=16 --buffer out=16 --arithmetic real
// expect: probably-equal
// cause: not-proved-equal
// about: A law of the logarithm that is not known here: what was tried agrees, which proves nothing.
__kernel void left(__global const float *in, __global float *out) {
  float x = fabs(in[get_global_id(0)]) + 1.0f;
  out[get_global_id(0)] = log(x * x);
}
__kernel void right(__global const float *in, __global float *out) {
  float x = fabs(in[get_global_id(0)]) + 1.0f;
  out[get_global_id(0)] = log(x) + log(x);
}
