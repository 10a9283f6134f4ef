// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer x=4 --buffer o=48 --contents x=bytes:0000c07f --build-options -cl-unsafe-math-optimizations
// contents: x=bytes:0000c07f
// about: -cl-unsafe-math-optimizations leaves a comparison with what is no number as it is

__kernel void marks(__global const float *x, __global int *o) {
  int i = get_global_id(0);
  if (x[0] != x[0]) o[8] = i;
}
