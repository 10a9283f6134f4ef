// expect: verified
// launch: --local-size 8 --num-groups 1 --arg count=8 --buffer to=128
// sibling: filled_bytes_too_many.cl
// about: as many bytes are filled as an argument says

__kernel void fill(__global char *to, int count) {
  int i = get_local_id(0);
  __builtin_memset(to + 8 * i, i, count);
}
