// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=32
// sibling: write_through_other_argument.cl
// about: what is written to another buffer is no write of the array
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *a, __global int *b) {
  b[get_local_id(0)] = get_local_id(0);
  __assert(__no_write(a));
}
