// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer x=32 --buffer o=48 --build-options -cl-finite-math-only
// contents: x=zero
// about: under -cl-finite-math-only finite numbers are compared as ever

__kernel void marks(__global const float *x, __global int *o) {
  int i = get_global_id(0);
  if (x[i] < 1.0f) o[8] = i;
}
