// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: an assertion about ids fails in the second group

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(i - get_local_id(0) * 1 <= 7);
  out[i] = i;
}
