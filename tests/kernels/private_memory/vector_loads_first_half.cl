// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: all work-items move the same half of a private array

__kernel void scatter(__global int *out) {
  int t[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int i = get_local_id(0);
  vstore4(vload4(i / 8, t), 0, t);
  out[t[i & 3]] = i;
}
