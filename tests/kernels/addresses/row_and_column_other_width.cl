// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 16 --num-groups 8 --arg width=8 --arg height=64
// about: the row is put together with the other extent, so that rows overlap
__kernel void scaled(__global const float *in, __global float *out, int width, int height) {
  int number = get_global_id(0);
  if (number >= width * height) return;
  int row = number / width, column = number % width;
  out[row * (width - 1) + column] = in[row * width + column] * 2;
}
