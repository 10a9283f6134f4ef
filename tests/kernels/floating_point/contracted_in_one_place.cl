// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.1 --arg b=0.3
// sibling: contracted_in_one_place_apart.cl
// about: one place computes the same of the same values for all work-items

__kernel void meet(__global float *out, float a, float b) {
  float y = a * b + 0.7f;
  if (y > 0) barrier(CLK_LOCAL_MEM_FENCE);
}
