// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer flags=80
// about: four work-items update one word

__kernel void flags(__global uchar *flags) {
  int i = get_global_id(0);
  flags[i] = i;
  __global uint *words = (__global uint *)flags + 4;
  words[i / 4] |= i;
}
