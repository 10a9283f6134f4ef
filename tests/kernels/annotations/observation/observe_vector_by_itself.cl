// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// about: the same load, made by the kernel itself

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  int last = vload4(0, in + i).s3; __assume(last != 7);
  out[i] = in[i];
}
