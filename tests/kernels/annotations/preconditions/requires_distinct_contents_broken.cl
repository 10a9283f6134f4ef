// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32 --contents in=bytes:0001020304050606
// about: contents that break what the precondition says of two work-items prove nothing

__kernel void some(__global int *out, __global const uchar *in) {
  int i = get_local_id(0);
  __requires(__distinct_int(in[i]));
  out[in[i]] = i;
}
