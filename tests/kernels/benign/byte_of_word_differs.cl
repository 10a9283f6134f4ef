// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 2 --num-groups 1
// about: a byte differs from the byte of the word that it overlaps

__kernel void overlap(__global uint *data) {
  __global uchar *bytes = (__global uchar *)data;
  if (get_global_id(0) == 0) data[0] = 0x01010101;
  if (get_global_id(0) == 1) bytes[2] = 2;
}
