// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-fp32-correctly-rounded-divide-sqrt
// about: two work-items have one quotient, rounded towards zero

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  int at = (int)(i / 2.0f) * 2;
  out[at] = i;
}
