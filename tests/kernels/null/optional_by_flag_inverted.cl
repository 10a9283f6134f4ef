// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer extra=64
// property: null-access
// lines: 12
// about: an argument that the launch does not give decides whether a pointer is null, and the access asks for the wrong one

__kernel void optional(__global int *out, __global int *extra, int keep) {
  int i = get_global_id(0);
  __global int *also = keep > 2 ? extra : 0;
  out[i] = i;
  if (!also)
    also[i] = 2 * i;
}
