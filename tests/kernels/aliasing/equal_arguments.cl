// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=@out
// about: two arguments that are one buffer have one address

__kernel void copy(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  if (in == out) {
    out[0] = i;
  } else {
    out[i] = in[i];
  }
}
