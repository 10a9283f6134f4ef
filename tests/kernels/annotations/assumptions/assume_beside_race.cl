// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 1 --buffer a=16
// about: work-items that the assumption leaves write different values

kernel void k(global int *a) {
  __assume(get_local_id(0) > 0);
  a[0] = get_local_id(0);
}
