// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer data=64
// sibling: address_arithmetic_half.cl
// about: a pointer is computed as an integer

__kernel void fill(__global int *data) {
  int i = get_global_id(0);
  __global int *p = (__global int *)((uintptr_t)data + 4 * i);
  *p = i;
}
