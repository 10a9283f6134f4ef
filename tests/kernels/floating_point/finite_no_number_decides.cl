// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer x=32 --buffer o=48 --build-options -cl-finite-math-only
// oracle: skip it computes with what is no number, as some devices do
// replay: skip it computes with what is no number, as some devices do
// about: under -cl-finite-math-only no comparison with what is no number is defined

__kernel void marks(__global const float *x, __global int *o) {
  int i = get_global_id(0);
  if (x[i] != x[i]) o[8] = i;
}
