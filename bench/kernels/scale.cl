// One element for each work-item.
__kernel void scale(__global float *out, __global const float *in, float factor) {
  size_t i = get_global_id(0);
  out[i] = factor * in[i];
}
