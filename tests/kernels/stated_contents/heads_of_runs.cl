// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=non-decreasing,min:0,below:8
// sibling: heads_of_runs_unsorted.cl
// about: Of sorted keys each run has one head.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  if (i == 0 || t[i] != t[i - 1]) out[t[i]] = i;
}
