// expect: possible-defect
// property: data-race
// lines: 14
// cause: opaque-function 11
// launch: --local-size 8,8 --num-groups 4,4
// oracle: skip the pitch is not given
// about: rows of an unknown pitch meet where results of nested functions differ

__kernel void ripple(__global float2 *out, uint pitch, uint rows, float phase) {
  uint i = get_global_id(0), j = get_global_id(1);
  float u = i / (float)pitch * 2.0f - 1.0f;
  float v = j / (float)rows * 2.0f - 1.0f;
  float w = sin(u * 4.0f + phase) * cos(v * 4.0f + phase) * 0.5f;
  out[j * pitch + i] = (float2)(w, v);
}
