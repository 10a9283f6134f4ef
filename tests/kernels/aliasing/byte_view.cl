// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer words=68 --buffer bytes=@words
// sibling: byte_view_shifted.cl
// about: a char and an int argument view one buffer, and bytes belong to their word

__kernel void two_views(__global int *words, __global char *bytes) {
  int i = get_global_id(0);
  words[i] = i;
  bytes[i * 4 + 3] = 1;
}
