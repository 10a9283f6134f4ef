// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: of what a macro expands to, places do not tell what belongs to an annotation
// oracle: skip it takes all that is read between the parentheses for the annotation's

#define BEFORE(i) __assume(i == 0 || out[i - 1] != 7)
__kernel void some(__global int *out) {
  int i = get_global_id(0);
  BEFORE(i);
  out[i] = i;
}
