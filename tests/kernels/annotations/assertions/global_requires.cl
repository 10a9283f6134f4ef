// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: global_requires_too_weak.cl
// about: a precondition of all work-items bounds an argument that the launch does not give

__kernel void some(__global int *out, int n) {
  __global_requires(n >= 0 & n < 16);
  if (get_global_id(0) == 0) out[n] = 1; 
}
