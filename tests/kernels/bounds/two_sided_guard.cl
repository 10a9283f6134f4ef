// expect: verified
// launch: --local-size 8 --num-groups 2 --arg shift=3 --buffer in=64 --buffer out=64
// sibling: one_sided_guard.cl
// about: a signed index is guarded on both sides

__kernel void shifted(__global const int *in, __global int *out, int shift) {
  int i = get_global_id(0);
  int j = i - shift;
  int v = 0;
  if (j >= 0 && j < 16) v = in[j];
  out[i] = v;
}
