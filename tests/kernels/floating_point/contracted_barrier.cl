// expect: possible-defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.1 --arg b=0.3
// oracle: skip it rounds each product, as some devices do
// replay: skip it rounds each product, as some devices do
// about: the work-items of a group computed what decides in different places

__kernel void meet(__global float *out, float a, float b) {
  float t = a * b;
  float y = get_local_id(0) < 4 ? t + 0.7f : a * b + 0.7f;
  if (y == t + 0.7f) barrier(CLK_LOCAL_MEM_FENCE);
}
