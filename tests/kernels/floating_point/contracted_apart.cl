// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 1 --buffer out=64 --buffer in=4
// oracle: skip it rounds each product, as some devices do
// replay: skip it rounds each product, as some devices do
// about: one product may be rounded before it is added, another not

__kernel void compare(__global int *out, __global float *in) {
  int i = get_global_id(0);
  float p = in[0] * in[0];
  float x = p - 1.0f;
  float y = in[0] * in[0] - 1.0f;
  if (as_int(x) != as_int(y)) out[0] = i;
}
