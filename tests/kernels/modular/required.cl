// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=68
// sibling: required_of_caller.cl
// about: The requirement of a function is shown where it is called.

void put(__global int* p, int i) {
  __requires(i >= 0);
  __requires(i < 16);
  __requires(i == get_global_id(0));
  p[i] = i;
}

__kernel void required(__global int* out) {
  const int i = get_global_id(0);
  put(out, i);
}
