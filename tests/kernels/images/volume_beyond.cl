// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 2,2,2 --num-groups 2,1,1 --image in=4x2x2 --buffer out=64
// about: the volume ends before the slice that is read

kernel void k(read_only image3d_t in, global float *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * 2 + y) * 4 + x] = read_imagef(in, (int4)(x, y, z + 1, 0)).x;
}
