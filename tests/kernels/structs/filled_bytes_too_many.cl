// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 1 --arg count=8 --buffer to=128
// about: more bytes are filled than lie between two work-items

__kernel void fill(__global char *to, int count) {
  int i = get_local_id(0);
  __builtin_memset(to + 8 * i, i, count + 1);
}
