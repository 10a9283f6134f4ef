// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=32
// sibling: optional_second_buffer_unasked.cl
// about: a pointer that is null where two arguments are one buffer, which they are not here

__kernel void second(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *other = a != b ? b : 0;
  a[i] = i;
  if (other != 0) other[i] = a[i];
}
