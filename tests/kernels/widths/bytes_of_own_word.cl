// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer data=68
// sibling: bytes_of_next_word.cl
// about: a cast views the own word as bytes

__kernel void mark(__global int *data) {
  int i = get_global_id(0);
  data[i] = i;
  __global uchar *bytes = (__global uchar *)data;
  bytes[i * 4 + 2] = 255;
}
