// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4,2 --num-groups 2
// about: the rows of a group store products of different factors

__kernel void products(__global float *out) {
  int i = get_global_id(0);
  float x = (float)(i + get_local_id(1));
  float y = x * 0.75f + (x + 3.0f) * (x * x);
  out[i] = y * 0.5f;
}
