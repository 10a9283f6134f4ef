// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 8 --num-groups 1 --image out=1x1:RGBA,UNSIGNED_INT16
// about: the format keeps the values apart

kernel void k(write_only image2d_t out) {
  write_imageui(out, (int2)(0, 0), (uint4)(get_local_id(0) + 255));
}
