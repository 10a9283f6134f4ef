// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// sibling: requires_fresh_array_of_launch_shared.cl
// about: the launch gives a kernel two buffers
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, __global const int *other) {
  __requires_fresh_array(out);
  int i = get_global_id(0);
  out[i] = other[i] + 1;
}
