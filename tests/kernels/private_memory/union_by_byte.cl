// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=16
// sibling: union_by_byte_twice.cl
// about: a union is written as a word and read by bytes at an index that is not known

typedef union {
  uint word;
  uchar bytes[4];
} Parts;

__kernel void scatter(__global int *out) {
  Parts parts;
  parts.word = 0x00010203;
  int i = get_local_id(0);
  out[parts.bytes[i]] = i;
}
