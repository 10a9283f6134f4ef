// expect: defect
// property: data-race
// lines: 16
// launch: --local-size 4 --num-groups 1 --buffer out=16
// about: two bytes of the word are equal

typedef union {
  uint word;
  uchar bytes[4];
} Parts;

__kernel void scatter(__global int *out) {
  Parts parts;
  parts.word = 0x00010103;
  int i = get_local_id(0);
  out[parts.bytes[i]] = i;
}
