// expect: defect
// property: data-race
// lines: 9
// launch: --build-options -cl-std=CL2.0 --local-size 4,2 --num-groups 2,2 --image a=9x4
// about: a neighbour's pixel is read while it is written

kernel void k(read_write image2d_t a) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(a, at, read_imagef(a, at + (int2)(1, 0)) + 1.0f);
}
