// expect: possible-defect
// property: data-race
// lines: 12
// cause: earlier-iterations
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer out=1024
// about: a loop may never end where a device computes otherwise, and the race comes behind it

__kernel void mark(__global const uchar *in, __global int *out, float x) {
  int i = get_global_id(0);
  float y = x;
  while (native_cos(y) > 0.999f) y += 0.25f;
  out[in[i]] = i;
}
