// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=in=64 --buffer=more=60 --buffer=out=64
// about: The second array is too small for what the contract allows and the call does.

int at(__global const int* p, int i) {
  __requires(i == get_global_id(0));
  return p[i];
}

__kernel void in_smaller_array(__global const int* in, __global const int* more, __global int* out) {
  const int i = get_global_id(0);
  out[i] = at(in, i) + at(more, i);
}
