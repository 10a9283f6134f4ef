// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents flag=bytes:0000000000000000000000000900000000000000000000000000000000000000
// sibling: two_flags.cl
// about: One work-item alone is let through.

__kernel void k(__global int* out, __global const int* flag) {
  int i = get_global_id(0);
  if (flag[i] != 0) out[0] = i;
}
