// expect: defect
// property: data-race
// lines: 9 11
// launch: --local-size 8 --num-groups 2 --buffer data=68
// about: a byte store through a cast hits the word of the next work-item

__kernel void mark(__global int *data) {
  int i = get_global_id(0);
  data[i] = i;
  __global uchar *bytes = (__global uchar *)data;
  bytes[i * 4 + 6] = 255;
}
