// expect: defect
// property: data-race
// lines: 9 11
// launch: --local-size 8 --num-groups 1 --image in=8:R,SIGNED_INT32 --image out=@in
// about: a fence for local memory does not order images

kernel void k(read_only image1d_t in, write_only image1d_t out) {
  int x = get_local_id(0);
  int found = read_imagei(in, 7 - x).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagei(out, x, (int4)(found));
}
