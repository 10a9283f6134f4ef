// equal: "two_passes --local-size 1 --num-groups 4" "one_pass --local-size 1 --num-groups 4"
// launch: --buffer in=128 --buffer out=128 --arithmetic real
// expect: verified
// about: The variance as the mean square less the squared mean, over the real numbers.
// mutant: `squares / 8 - mean * mean` to `squares / 8 - mean`: defect
// mutant: `squares += x * x` to `squares += x`: defect
__kernel void two_passes(__global const float *in, __global float *out) {
  int row = get_global_id(0);
  float mean = 0, variance = 0;
  for (int i = 0; i < 8; ++i) mean += in[row * 8 + i];
  mean /= 8;
  for (int i = 0; i < 8; ++i) {
    float d = in[row * 8 + i] - mean;
    variance += d * d;
  }
  float scale = rsqrt(variance / 8 + 1e-3f);
  for (int i = 0; i < 8; ++i) out[row * 8 + i] = (in[row * 8 + i] - mean) * scale;
}

__kernel void one_pass(__global const float *in, __global float *out) {
  int row = get_global_id(0);
  float sum = 0, squares = 0;
  for (int i = 0; i < 8; ++i) {
    float x = in[row * 8 + i];
    sum += x;
    squares += x * x;
  }
  float mean = sum / 8;
  float variance = squares / 8 - mean * mean;
  for (int i = 0; i < 8; ++i) out[row * 8 + i] = (in[row * 8 + i] - mean) / sqrt(variance + 1e-3f);
}
