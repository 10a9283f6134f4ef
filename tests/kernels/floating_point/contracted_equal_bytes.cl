// expect: possible-defect
// property: data-race
// lines: 16
// launch: --local-size 8 --num-groups 1 --buffer out=64 --arg a=0.1
// oracle: skip it rounds each product, as some devices do
// replay: skip it rounds each product, as some devices do
// about: what two places compute of the same values need not be the same bytes

__kernel void store(__global float *out, float a) {
  float t = a * a;
  float y;
  if (get_global_id(0) & 1)
    y = t + 0.7f;
  else
    y = a * a + 0.7f;
  out[0] = y;
}
