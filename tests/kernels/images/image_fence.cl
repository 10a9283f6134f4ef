// expect: verified
// launch: --build-options -cl-std=CL2.0 --local-size 8 --num-groups 1 --image a=8:R,FLOAT --buffer out=32
// sibling: global_fence_only.cl
// about: a barrier with a fence for images orders them within the group

kernel void k(read_write image1d_t a, global float *out) {
  int x = get_local_id(0);
  write_imagef(a, x, (float4)(x));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  out[x] = read_imagef(a, 7 - x).x;
}
