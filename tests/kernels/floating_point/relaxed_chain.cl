// expect: possible-defect
// property: data-race
// lines: 15
// launch: --local-size 8 --num-groups 1 --buffer out=64 --buffer in=4 --build-options -cl-unsafe-math-optimizations
// oracle: skip it computes as IEEE 754 has it, as some devices do
// replay: skip it computes as IEEE 754 has it, as some devices do
// about: a sum that is taken back need not have been rounded

__kernel void chain(__global int *out, __global float *in, float a) {
  int i = get_global_id(0);
  float b = i * 0.1f;
  float x = a + b;
  if (as_int(x) == as_int(a)) {
    float y = x - a;
    if (as_int(y) != as_int(a - a)) out[0] = i;
  }
}
