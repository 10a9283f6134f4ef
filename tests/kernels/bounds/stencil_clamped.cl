// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=16 --buffer in=64 --buffer out=64
// sibling: stencil_past_end.cl
// about: a three-point stencil clamps at both ends

__kernel void stencil(__global const float *in, __global float *out, int n) {
  int i = get_global_id(0);
  int left = max(i - 1, 0);
  int right = min(i + 1, n - 1);
  float sum = in[left] + in[i];
  sum += in[right];
  out[i] = sum / 3.0f;
}
