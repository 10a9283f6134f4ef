// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the other value fails

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__ite(i > 3, i, 3) >= 4);
  out[i] = 1;
}
