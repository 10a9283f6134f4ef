// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: a read whose value the kernel keeps is the kernel's own, though it stands in an assumption
// oracle: skip it takes all that is read between the parentheses for the annotation's

__kernel void some(__global int *out) {
  int i = get_global_id(0), before = 0;
  __assume(i == 0 || (before = out[i - 1]) < before + 1);
  out[i] = i;
}
