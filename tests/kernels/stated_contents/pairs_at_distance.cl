// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer t=32 --contents t=increasing,min:0,max:15
// sibling: pairs_at_distance_equal.cl
// about: Each element is above all before it.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  if (i % 2 == 0) out[t[i]] = out[t[i + 1]] + i;
}
