// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: four-element stores go to rows three elements apart

__kernel void rows(__global int *out) {
  int i = get_global_id(0);
  vstore4((int4)(i, i + 1, i + 2, i), 0, out + i * 3);
}
