// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer first=96 --buffer second=@first+4:92
// about: a distance in bytes, of addresses that are integers, becomes an index

__kernel void apart(__global char *first, __global char *second) {
  int i = get_global_id(0);
  int step = (int)((uintptr_t)second - (uintptr_t)first);
  first[i / step] = (char)i;
}
