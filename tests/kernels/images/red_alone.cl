// expect: verified
// lines: 8
// launch: --local-size 8 --num-groups 1 --image out=1x1:R,FLOAT
// sibling: red_and_green.cl
// about: the pixel keeps the first component only, which is the same for all

kernel void k(write_only image2d_t out) {
  write_imagef(out, (int2)(0, 0), (float4)(1.0f, get_local_id(0) == 0 ? 2.0f : 3.0f, 0.0f, 0.0f));
}
