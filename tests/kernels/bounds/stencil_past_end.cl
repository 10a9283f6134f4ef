// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 8 --num-groups 2 --arg n=16 --buffer in=64 --buffer out=64
// about: a three-point stencil clamps at the left end only

__kernel void stencil(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  int left = max(i - 1, 0);
  int right = i + 1;
  float sum = in[left] + in[i];
  sum += in[right];
  out[i] = sum / 3.0f;
}
