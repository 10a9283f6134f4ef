// expect: verified
// launch: --local-size 16 --num-groups 8
// about: a flat number is divided into a row and a column, of a width that is not given, and put together again
// sibling: row_and_column_other_width.cl
__kernel void scaled(__global const float *in, __global float *out, int width, int height) {
  int number = get_global_id(0);
  if (number >= width * height) return;
  int row = number / width, column = number % width;
  out[row * width + column] = in[row * width + column] * 2;
}
