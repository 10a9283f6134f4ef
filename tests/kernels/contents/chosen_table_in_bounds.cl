// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents low=bytes:00000000010000000200000003000000 --contents high=bytes:04000000050000000600000007000000
// sibling: chosen_table_far.cl
// about: Both tables that a pointer may name hold entries that lie in the array.

__kernel void k(__global int* out, __global const int* low, __global const int* high,
                __global const int* flags) {
  int i = get_global_id(0);
  __global const int* p = flags[i] ? low : high;
  out[p[i & 3]] = 1;
}
