// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer log=64 --buffer out=1024
// oracle: skip what is read is undefined
// about: a variable that nothing set is part of the index

__kernel void mark(__global const uchar *in, __global int *log, __global int *out) {
  int i = get_global_id(0), unset[2];
  log[i] = i;
  out[in[i] + (unset[i & 1] & 1)] = i;
}
