// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --buffer words=68 --buffer bytes=@words
// about: a byte of the next word is written through the char view

__kernel void two_views(__global int *words, __global char *bytes) {
  int i = get_global_id(0);
  words[i] = i;
  bytes[i * 4 + 5] = 1;
}
