// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents rounds=bytes:03000000030000000300000003000000
// sibling: unequal_rounds.cl
// about: A barrier in a loop whose count is read, and recorded as equal for all.

__kernel void k(__global int* out, __global const int* rounds) {
  int n = rounds[get_local_id(0)];
  for (int j = 0; j < n; ++j) barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = n;
}
