// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it is changed once more, and the access leaves its array

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(i++ >= 0);
  out[i] = 1;
}
