// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=64 --buffer in=4
// oracle: skip it rounds each product, as some devices do
// replay: skip it rounds each product, as some devices do
// about: whether mad rounds its product may differ from place to place

__kernel void compare(__global int *out, __global float *in) {
  int i = get_global_id(0);
  float x = mad(in[0], in[0], 1.0f), y = mad(in[0], in[0], 1.0f);
  if (as_int(x) != as_int(y)) out[0] = i;
}
