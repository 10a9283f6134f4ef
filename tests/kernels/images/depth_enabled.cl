// expect: verified
// launch: --local-size 4,2 --num-groups 1,2 --image depths=4x4:DEPTH,FLOAT
// sibling: depth_enabled_beyond.cl
// about: the program enables depth images, and each work-item reads its own pixel

#pragma OPENCL EXTENSION cl_khr_depth_images : enable

__constant sampler_t none = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

__kernel void look(read_only image2d_depth_t depths, __global float *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float depth = read_imagef(depths, none, at);
  out[at.y * 4 + at.x] = depth;
}
