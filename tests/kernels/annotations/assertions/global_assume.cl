// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=60
// sibling: global_assume_too_weak.cl
// about: work-items that an assumption leaves out go no further

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __global_assume(i < 15);
  out[i] = i; 
}
