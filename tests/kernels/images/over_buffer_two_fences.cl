// expect: verified
// launch: --build-options -cl-std=CL2.0 --local-size 8 --num-groups 1 --buffer b=128 --image a=8:RGBA,UNSIGNED_INT32@b --buffer out=32
// sibling: over_buffer_read_before_one_fence.cl
// about: of two barriers one is for images and one for buffers, which order both

kernel void k(read_only image1d_buffer_t a, global uint *b, global uint *out) {
  int x = get_local_id(0);
  out[x] = read_imageui(a, 7 - x).x;
  barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_IMAGE_MEM_FENCE);
  b[4 * x] = x;
}
