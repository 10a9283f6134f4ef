// expect: unsupported
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer addresses=64 --buffer out=32
// oracle: skip the addresses in a buffer are the application's
// about: an integer that was not computed from a pointer may name any memory

__kernel void follow(__global const ulong *addresses, __global int *out) {
  int i = get_local_id(0);
  out[i] = 0;
  *(__global int *)addresses[i] = i;
}
