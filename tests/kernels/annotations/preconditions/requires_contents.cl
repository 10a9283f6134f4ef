// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --contents in=bytes:0001020304050607
// sibling: requires_contents_equal.cl
// about: the contents keep the precondition

__kernel void some(__global int *out, __global const uchar *in) {
  int i = get_local_id(0);
  __requires(in[i] < 8);
  out[in[i]] = i;
}
