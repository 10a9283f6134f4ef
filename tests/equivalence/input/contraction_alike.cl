// equal: forwards backwards
// launch: --local-size 32 --num-groups 2 --buffer a=256 --buffer b=256 --buffer out=256
// expect: verified
// assumption: no compiler contracts a product and a sum
// about: The same operations in the same order, where contraction is left open: an assumption says so.
// mutant: `b[i] * a[i] + b[i]` to `b[i] * a[i] + a[i]`: defect
__kernel void forwards(__global const float *a, __global const float *b, __global float *out) {
  int i = get_global_id(0);
  out[i] = a[i] * b[i] + b[i];
}

__kernel void backwards(__global const float *a, __global const float *b, __global float *out) {
  int i = get_global_size(0) - 1 - get_global_id(0);
  out[i] = b[i] * a[i] + b[i];
}
