// equal: written fused
// launch: --local-size 32 --num-groups 2 --buffer a=256 --buffer b=256 --buffer out=256
// expect: possible-defect
// cause: arithmetic-open
// about: A compiler may contract a product and a sum, and then both give the same bits.
__kernel void written(__global const float *a, __global const float *b, __global float *out) {
  int i = get_global_id(0);
  out[i] = a[i] * b[i] + a[i];
}

__kernel void fused(__global const float *a, __global const float *b, __global float *out) {
  int i = get_global_id(0);
  out[i] = fma(a[i], b[i], a[i]);
}
