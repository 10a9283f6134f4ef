// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer p=64 --buffer out=64
// sibling: requires_of_callee_broken.cl
// about: the kernel keeps the precondition of a function that it calls

int at(__global int *p, int i) {
  __requires(i < 16);
  return p[i];
}

__kernel void some(__global int *p, __global int *out) {
  int i = get_global_id(0);
  out[i] = at(p, i);
}
