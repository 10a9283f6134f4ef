// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: varying_load.cl
// about: one element of an array that is not written decides for all work-items

__kernel void by_contents(__global int *out, __global const int *in) {
  int lid = get_local_id(0);
  if (in[0] > 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = lid;
}
