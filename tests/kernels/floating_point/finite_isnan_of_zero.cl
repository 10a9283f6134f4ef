// expect: verified
// sibling: isnan_of_no_number.cl
// launch: --local-size 8 --num-groups 1 --buffer x=4 --buffer o=48 --contents x=zero --build-options -cl-finite-math-only
// contents: x=zero
// about: under -cl-finite-math-only isnan of a finite number is false

__kernel void marks(__global const float *x, __global int *o) {
  int i = get_global_id(0);
  if (isnan(x[0])) o[8] = i;
}
