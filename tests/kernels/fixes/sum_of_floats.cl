// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 1 --buffer in=32 --buffer sum=4
// about: all work-items add to one sum; if the first one alone did, the other numbers would be missing

__kernel void add(__global const float *in, __global float *sum) {
  float x = in[get_global_id(0)];
  float before = sum[0];
  sum[0] = before + x;
}
