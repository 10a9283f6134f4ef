// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 2 --num-groups 1 --buffer out=64 --buffer idx=8
// about: The counterexample decides each byte of an index array whose contents are not known; executing it proves nothing of other contents.

__kernel void k(__global int* out, __global const int* idx) {
  int i = get_global_id(0);
  out[idx[i]] = i;
}
