// expect: defect
// property: access-flags
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer in=32 --buffer out=32 --arg in_place=1 --access in=read-only --access out=write-only
// about: the launch takes the branch that stores into the read-only input

__kernel void scale(__global const int *in, __global int *out, int in_place) {
  int i = get_global_id(0);
  int v = in[i] * 3;
  out[i] = v;
  if (in_place) ((__global int *)in)[i] = v;
}
