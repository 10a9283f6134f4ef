// expect: defect
// property: out-of-bounds
// lines: 15
// launch: --local-size 4 --num-groups 1 --buffer ends=128 --buffer out=16 --strict
// replay: skip an execution does not tell inner arrays apart
// about: an index beyond an array in a structure is undefined

typedef struct {
  int head[4];
  int tail[4];
} Ends;

__kernel void rotate_ends(__global Ends *ends, __global int *out) {
  int x = get_global_id(0);
  out[x] = ends[x].head[x + 1];
}
