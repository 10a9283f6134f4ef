// expect: verified
// launch: --local-size 8 --num-groups 2 --arg factor=0.5
// sibling: rounded_index.cl
// about: floating-point values are stored but decide nothing

__kernel void scale(__global float *out, float factor) {
  int i = get_global_id(0);
  float v = i * factor;
  int at = i;
  out[at] = v + i;
}
