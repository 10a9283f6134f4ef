// expect: defect
// property: access-flags
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer row=128 --access row=write-only
// about: a vector is loaded from write-only memory

__kernel void pack(__global float *row) {
  int i = get_global_id(0);
  float4 v = vload4(i, row) + 1.0f;
  vstore4(v, i, row);
}
