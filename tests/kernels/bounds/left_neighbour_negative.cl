// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// about: the first work-item reads element -1

__kernel void difference(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  int left = 0;
  if (i >= 0) left = in[i - 1];
  out[i] = in[i] - left;
}
