// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=in=64 --buffer=more=64 --buffer=out=64
// sibling: in_smaller_array_beyond.cl
// about: One function is verified for each of the arrays that it is called with.

int at(__global const int* p, int i) {
  __requires(i == get_global_id(0));
  return p[i];
}

__kernel void in_smaller_array(__global const int* in, __global const int* more, __global int* out) {
  const int i = get_global_id(0);
  out[i] = at(in, i) + at(more, i);
}
