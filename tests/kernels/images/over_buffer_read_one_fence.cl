// expect: defect
// property: data-race
// lines: 8 10
// launch: --local-size 2 --num-groups 1 --buffer b=16 --image a=1:RGBA,UNSIGNED_INT32@b --build-options -cl-std=CL2.0
// about: the barrier fences images and not the buffer that the image lies in

kernel void k(write_only image1d_buffer_t a, global uint4 *b, global uint *out) {
  if (get_local_id(0) == 0) write_imageui(a, 0, (uint4)(1));
  barrier(CLK_IMAGE_MEM_FENCE);
  if (get_local_id(0) == 1) out[0] = b[0].x;
}
