// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents low=bytes:00000000010000000200000003000000 --contents high=bytes:04000000050000000600000008000000
// about: One of the tables that a pointer may name has an entry beyond the array; which is taken is not known.

__kernel void k(__global int* out, __global const int* low, __global const int* high,
                __global const int* flags) {
  int i = get_global_id(0);
  __global const int* p = flags[i] ? low : high;
  out[p[i & 3]] = 1;
}
