// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// sibling: ptr_base_of_one_argument.cl
// about: two buffers are different arrays
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, __global int *other) {
  __assert(__ptr_base(out) != __ptr_base(other));
  out[get_global_id(0)] = 1;
}
