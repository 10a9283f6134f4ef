// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer log=64 --buffer out=1024
// oracle: skip what is read is undefined
// sibling: unset_logs.cl
// about: the same with places that lie apart

__kernel void mark(__global const uchar *in, __global int *log, __global int *out) {
  int i = get_global_id(0), unset[2];
  log[i] = unset[i & 1];
  out[i] = in[i];
}
