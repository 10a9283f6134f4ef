// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 1 --buffer in=60 --buffer out=16
// about: the buffer is four bytes short of the last sixteen-byte load

__kernel void sum4(__global const int4 *in, __global int *out) {
  int i = get_global_id(0);
  int4 v = in[i];
  out[i] = v.x + v.y + v.z + v.w;
}
