// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=60
// about: the assumption leaves one too few out

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __global_assume(i < 16);
  out[i] = i;
}
