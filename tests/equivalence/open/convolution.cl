// equal: plain unrolled
// launch: --local-size *,* --num-groups *,*
// expect: verified
// about: A convolution of three by three against its unrolled form.
// mutant: `w[8] * in[below + 2]` to `w[8] * in[below + 1]`: defect
// mutant: `dx < 3` to `dx < 2`: defect
__kernel void plain(__global const int *in, __global const int *w, __global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1), pitch = get_global_size(0) + 2;
  int sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += w[dy * 3 + dx] * in[(y + dy) * pitch + x + dx];
  out[y * get_global_size(0) + x] = sum;
}

__kernel void unrolled(__global const int *in, __global const int *w, __global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1), pitch = get_global_size(0) + 2;
  size_t above = y * pitch + x, at = above + pitch, below = at + pitch;
  int first = w[0] * in[above] + w[1] * in[above + 1] + w[2] * in[above + 2];
  int second = w[3] * in[at] + w[4] * in[at + 1] + w[5] * in[at + 2];
  out[y * get_global_size(0) + x] = first + (second + w[6] * in[below] + w[7] * in[below + 1] + w[8] * in[below + 2]);
}
