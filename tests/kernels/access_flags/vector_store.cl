// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer row=128 --access row=write-only
// sibling: vector_load.cl
// about: a vector is stored into write-only memory

__kernel void pack(__global float *row) {
  int i = get_global_id(0);
  float4 v = (float4)(i, i, i, i);
  vstore4(v, i, row);
}
