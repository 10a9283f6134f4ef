// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer data=64
// about: a pointer is computed as an integer, with steps too small

__kernel void fill(__global int *data) {
  int i = get_global_id(0);
  __global int *p = (__global int *)((uintptr_t)data + 2 * i);
  *p = i;
}
