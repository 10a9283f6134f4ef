// expect: possible-defect
// property: data-race
// lines: 11
// cause: value-not-given
// replay: skip with every value of n some work-items break the precondition
// launch: --local-size 8 --num-groups 1 --buffer a=4
// about: the two work-items of the race keep to the precondition, the others of its launch do not

kernel void k(global int *a, int n) {
  __requires(n > (int)get_global_id(0));
  if (n < 8) a[0] = get_global_id(0);
}
