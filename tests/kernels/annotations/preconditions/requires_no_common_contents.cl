// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// about: no contents keep what the work-items together require of them

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  __requires(in[i] == i);
  __requires(in[3] == 4);
  if (i < 2) out[0] = i;
}
