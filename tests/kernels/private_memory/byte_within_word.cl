// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=16
// sibling: byte_within_word_low.cl
// about: a byte that is written into a word of a private array is part of the word

__kernel void patch(__global int *out) {
  int t[4] = {0, 1, 2, 3};
  int i = get_local_id(0);
  char *bytes = (char *)t;
  bytes[4 * i] = i;
  out[t[i]] = i;
}
