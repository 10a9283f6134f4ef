// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=60 --arg seed=4096
// property: out-of-bounds
// lines: 12
// about: a pointer is made from an integer and another one is stored before anything goes through it

__kernel void overwritten(__global int *out, ulong seed) {
  int i = get_global_id(0);
  __global int *at = (__global int *)seed;
  for (int k = 0; k < 2; ++k) {
    at = out + i;
    *at = k;
    at = (__global int *)(seed + k);
  }
}
