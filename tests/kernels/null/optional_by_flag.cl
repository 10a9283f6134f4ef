// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer extra=64
// sibling: optional_by_flag_inverted.cl
// about: an argument that the launch does not give decides whether a pointer is null, and the access asks the pointer

__kernel void optional(__global int *out, __global int *extra, int keep) {
  int i = get_global_id(0);
  __global int *also = keep > 2 ? extra : 0;
  out[i] = i;
  if (also)
    also[i] = 2 * i;
}
