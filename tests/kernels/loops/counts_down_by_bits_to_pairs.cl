// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer a=32
// about: The race follows a loop that only a replay shows to end.

kernel void k(global int* out, global const int* a) {
  int i = get_global_id(0);
  uint n = a[i];
  while (n > 1) n = (n & 1) != 0 ? n - 1 : n / 2;
  out[i / 2] = i;
}
