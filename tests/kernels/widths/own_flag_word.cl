// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer flags=80
// sibling: shared_flag_word.cl
// about: each work-item sets its own byte and updates a word of its own

__kernel void flags(__global uchar *flags) {
  int i = get_global_id(0);
  flags[i] = i;
  __global uint *words = (__global uint *)flags + 4;
  words[i] |= i;
}
