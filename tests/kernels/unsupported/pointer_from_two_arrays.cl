// expect: unsupported
// lines: 11
// cause: unsupported-construct 11
// launch: --local-size 8 --num-groups 1 --buffer a=64 --buffer b=64
// oracle: skip an address that is computed from two arrays lies in neither
// about: an integer that was computed from pointers into two arrays may name either

__kernel void follow(__global int *a, __global int *b) {
  int i = get_local_id(0);
  uintptr_t middle = ((uintptr_t)a & (uintptr_t)b) + 4 * i;
  *(__global int *)middle = i;
}
