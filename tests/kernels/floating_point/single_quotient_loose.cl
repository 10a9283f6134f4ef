// expect: possible-defect
// property: data-race
// lines: 11
// cause: opaque-function 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: without the option OpenCL allows an error of 2.5 units in the last place

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  int at = (int)(i / 2.0f) * 2;
  out[at] = i;
}
