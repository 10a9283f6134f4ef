// equal: left right
// launch: --local-size 32 --num-groups 1 --buffer in=128 --buffer out=128 --arithmetic integer
// expect: unknown
// reason: --arithmetic=integer is for integers alone
// about: A float in what is compared is refused where only integers were announced.
__kernel void left(__global const float *in, __global float *out) { out[get_global_id(0)] = in[get_global_id(0)] + 1.0f; }
__kernel void right(__global const float *in, __global float *out) { out[get_global_id(0)] = 1.0f + in[get_global_id(0)]; }
