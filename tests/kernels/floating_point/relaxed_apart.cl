// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=64 --buffer in=4 --build-options -cl-fast-relaxed-math
// oracle: skip it computes as IEEE 754 has it, as some devices do
// replay: skip it computes as IEEE 754 has it, as some devices do
// about: relaxed arithmetic may differ from place to place

__kernel void compare(__global int *out, __global float *in) {
  int i = get_global_id(0);
  float x = in[0] + 0.1f, y = in[0] + 0.1f;
  if (as_int(x) != as_int(y)) out[0] = i;
}
