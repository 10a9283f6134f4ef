// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=in=64 --buffer=out=64
// sibling: in_bounds_no_more.cl
// about: Accesses in a procedure stay in the array of the call.

int at(__global const int* p, int i) {
  __requires(i >= 0);
  __requires(i <= 15);
  return p[i];
}

__kernel void in_bounds(__global const int* in, __global int* out) {
  const int i = get_global_id(0);
  out[i] = at(in, 15 - i);
}
