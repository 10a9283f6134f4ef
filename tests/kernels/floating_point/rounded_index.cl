// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --arg factor=0.5
// about: two halves, rounded towards zero, are one index

__kernel void scale(__global float *out, float factor) {
  int i = get_global_id(0);
  float v = i * factor;
  int at = (int)v & 63;
  out[at] = v + i;
}
