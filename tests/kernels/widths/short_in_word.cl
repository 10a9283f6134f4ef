// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: short_and_word.cl
// about: a short store and a word store touch different halves of the array

__kernel void halves(__global int *data) {
  int i = get_global_id(0);
  __global short *half_words = (__global short *)data;
  data[i] = i;
  half_words[i * 2 + 17] = i + 300;
}
