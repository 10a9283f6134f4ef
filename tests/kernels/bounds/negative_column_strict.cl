// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4 --num-groups 1 --buffer rows=32 --buffer out=16 --strict
// replay: skip an execution does not tell inner arrays apart
// about: a negative column of the second row reads the first one

__kernel void columns(__global int (*rows)[4], __global int *out) {
  int x = get_global_id(0);
  out[x] = rows[1][-x];
}
