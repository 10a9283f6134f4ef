// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4,2 --num-groups 2,2 --image out=64x64:RGBA,SIGNED_INT32
// about: rows and columns are added up, so that diagonals meet

kernel void k(write_only image2d_t out) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imagei(out, (int2)(y + x, 0), (int4)(1, x, y, 0));
}
