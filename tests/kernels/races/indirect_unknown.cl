// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2
// about: the store goes where an index array says; its contents are not known

__kernel void permute(__global int *out, __global const int *idx) {
  int i = get_global_id(0);
  int target = idx[i];
  out[target & 1023] = target + i;
}
