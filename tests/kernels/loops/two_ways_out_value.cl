// expect: defect
// property: data-race
// lines: 17
// launch: --local-size 8 --num-groups 1 --buffer out=64
// about: two exits of a loop join outside it with different values; work-items that leave by the second share a slot

__kernel void k(__global int* out) {
  int lid = get_local_id(0);
  int r = lid;
  int i = 0;
  while (1) {
    ++i;
    r = lid;
    if (i == 1 + lid || ((r = 8), i == 3)) goto found;
  }
found:
  out[r] = lid;
}
