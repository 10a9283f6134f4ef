// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: lines that a directive numbers do not tell what belongs to an annotation
// oracle: skip it takes all that is read between the parentheses for the annotation's

__kernel void some(__global int *out) {
  int i = get_global_id(0);
#line 11
  __assume(i == 0 || out[i - 1] != 7);
  out[i] = i;
}
