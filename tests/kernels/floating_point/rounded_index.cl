// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --arg factor=0.5
// about: the index is a float's conversion, which a device may make as it likes outside of the integer's range

__kernel void scale(__global float *out, float factor) {
  int i = get_global_id(0);
  float v = i * factor;
  int at = (int)v & 63;
  out[at] = v + i;
}
