// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer log=64 --buffer out=1024
// sibling: native_elsewhere.cl
// about: the same with places that lie apart

__kernel void mark(__global const uchar *in, __global int *log, __global int *out, float x) {
  int i = get_global_id(0);
  if (native_sin(x + i) > 0.5f) log[i] = i;
  out[i] = in[i];
}
