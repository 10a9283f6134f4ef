// expect: verified
// launch: --local-size 8 --num-groups 1 --image in=8:R,SIGNED_INT32 --image out=@in
// sibling: local_fence_1_2.cl
// about: until OpenCL C 2.0 a fence for global memory orders images too

kernel void k(read_only image1d_t in, write_only image1d_t out) {
  int x = get_local_id(0);
  int found = read_imagei(in, 7 - x).x;
  barrier(CLK_GLOBAL_MEM_FENCE);
  write_imagei(out, x, (int4)(found));
}
