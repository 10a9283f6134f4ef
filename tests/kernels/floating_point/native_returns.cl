// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer log=64 --buffer out=1024
// about: device-dependent arithmetic decides which work-items reach the race

__kernel void mark(__global const uchar *in, __global int *log, __global int *out, float x) {
  int i = get_global_id(0);
  if (native_sin(x + i) > 0.5f) return;
  out[in[i]] = i;
}
