// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 2 --arg shift=3 --buffer in=64 --buffer out=64
// about: a signed index is guarded on one side only

__kernel void shifted(__global const int *in, __global int *out, int shift) {
  int i = get_global_id(0);
  int j = i - shift;
  int v = 0;
  if (j < 16) v = in[j];
  out[i] = v;
}
