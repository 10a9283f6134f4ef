// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4,2 --num-groups 2,2 --image out=8x4:RGBA,SIGNED_INT32
// about: two neighbours write one pixel

kernel void k(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0) / 2, get_global_id(1));
  write_imagei(out, at, (int4)(get_global_id(0)));
}
