// expect: possible-defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.1 --arg b=0.3
// about: contracted_in_one_place.cl with another value for each work-item

__kernel void meet(__global float *out, float a, float b) {
  float y = a * b + 0.7f - get_local_id(0);
  if (y > 0) barrier(CLK_LOCAL_MEM_FENCE);
}
