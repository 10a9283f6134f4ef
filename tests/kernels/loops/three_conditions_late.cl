// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --arg width=4 --buffer out=1024
// about: three conditions end a loop, and its bound is past the row

__kernel void fill(__global int *out, __global const float *values, int width) {
  int i = get_global_id(0);
  int k = 0;
  while (values[i] > 0.0f && (k < width + 1 || width == 0) && k < 16) {
    out[i * 4 + k] = i;
    k++;
  }
}
