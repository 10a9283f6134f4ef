// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer x=4 --buffer o=48 --contents x=bytes:0000c07f
// contents: x=bytes:0000c07f
// about: isnan of what is no number is true

__kernel void marks(__global const float *x, __global int *o) {
  int i = get_global_id(0);
  if (isnan(x[0])) o[8] = i;
}
