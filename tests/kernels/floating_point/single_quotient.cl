// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-fp32-correctly-rounded-divide-sqrt
// sibling: single_quotient_shared.cl
// about: the build option says that quotients in single precision are rounded correctly

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  int at = (int)(i / 2.0f) * 2 + (i & 1);
  out[at] = i;
}
