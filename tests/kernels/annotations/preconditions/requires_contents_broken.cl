// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32 --contents in=bytes:0001020304050608
// about: contents that break the precondition prove nothing

__kernel void some(__global int *out, __global const uchar *in) {
  int i = get_local_id(0);
  __requires(in[i] < 8);
  out[in[i] % 8] = i;
}
