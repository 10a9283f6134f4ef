// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// contents: in=iota
// sibling: builtin_unreachable_return.cl
// about: work-items that come where the program says that none comes are left out, and come to no barrier

__kernel void checked(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  if (in[i] < 0) __builtin_unreachable();
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = i;
}
