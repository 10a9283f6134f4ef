// expect: possible-defect
// property: out-of-bounds
// lines: 13
// cause: contract
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=in=64 --buffer=out=64
// about: The contract allows what lies beyond the array, though no call does that.
// oracle: skip no call does what the contract allows
// replay: skip what goes wrong is what the contract allows, and not what this kernel does

int at(__global const int* p, int i) {
  __requires(i >= 0);
  __requires(i <= 16);
  return p[i];
}

__kernel void in_bounds(__global const int* in, __global int* out) {
  const int i = get_global_id(0);
  out[i] = at(in, 15 - i);
}
