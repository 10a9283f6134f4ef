// expect: verified
// launch: --local-size 8 --num-groups 2 --arg width=4 --buffer out=1024
// sibling: three_conditions_late.cl
// about: three conditions end a loop, one of them a comparison of what memory held

__kernel void fill(__global int *out, __global const float *values, int width) {
  int i = get_global_id(0);
  int k = 0;
  while (values[i] > 0.0f && (k < width || width == 0) && k < 16) {
    out[i * 4 + k] = i;
    k++;
  }
}
