// expect: verified
// lines: 8
// launch: --local-size 8 --num-groups 1 --image out=1x1:RGBA,UNSIGNED_INT8
// sibling: not_saturated.cl
// about: all values are beyond what the format keeps, so that one value is stored

kernel void k(write_only image2d_t out) {
  write_imageui(out, (int2)(0, 0), (uint4)(get_local_id(0) + 255));
}
