// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer in=64 --buffer out=16
// sibling: wide_load_past_end.cl
// about: sixteen-byte loads fit the buffer exactly

__kernel void sum4(__global const int4 *in, __global int *out) {
  int i = get_global_id(0);
  int4 v = in[i];
  out[i] = v.x + v.y + v.z + v.w;
}
