// expect: possible-defect
// property: data-race
// lines: 12
// cause: opaque-function
// launch: --local-size 8 --num-groups 1 --buffer data=2048
// about: an address is rounded down to a multiple of more than the distance of work-items

__kernel void fill(__global int *data) {
  int i = get_local_id(0);
  uintptr_t end = (uintptr_t)(data + 16 * (i + 8));
  __global int *p = (__global int *)(end & ~(uintptr_t)127);
  *p = i;
}
