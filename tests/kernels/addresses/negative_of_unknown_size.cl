// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1
// about: what lies before an array is outside of it, whatever its size is

__kernel void shifted(__global int *data) {
  int i = (int)get_global_id(0) - 3;
  data[i] = i;
}
