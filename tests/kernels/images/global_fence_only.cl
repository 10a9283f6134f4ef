// expect: defect
// property: data-race
// lines: 9 11
// launch: --build-options -cl-std=CL2.0 --local-size 8 --num-groups 1 --image a=8:R,FLOAT --buffer out=32
// about: from OpenCL C 2.0 on a fence for global memory does not order images

kernel void k(read_write image1d_t a, global float *out) {
  int x = get_local_id(0);
  write_imagef(a, x, (float4)(x));
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[x] = read_imagef(a, 7 - x).x;
}
