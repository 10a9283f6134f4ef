// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 2 --num-groups 1 --buffer out=64 --contents idx=bytes:0100000001000000
// about: The same with given contents, which hold the counterexample.

__kernel void k(__global int* out, __global const int* idx) {
  int i = get_global_id(0);
  out[idx[i]] = i;
}
