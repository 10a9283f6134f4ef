// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=permutation
// about: The end is taken one too low.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  out[6 - t[i]] = i;
}
