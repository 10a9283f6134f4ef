// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// sibling: observe_while_written.cl
// about: what an assumption reads once all have written is what the kernel reads then

__kernel void some(__global int *out, __global const int *in) {
  __local int place[8];
  int i = get_local_id(0);
  place[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  place[7 - i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE); __assume(place[i] >= 0 & place[i] < 8);
  out[i] = in[place[i]];
}
