// expect: verified
// lines: 14
// launch: --local-size 4 --num-groups 1 --buffer ends=128 --buffer out=16
// sibling: member_left_strict.cl
// about: an index beyond an array in a structure reads the next member, and is listed

typedef struct {
  int head[4];
  int tail[4];
} Ends;

__kernel void rotate_ends(__global Ends *ends, __global int *out) {
  int x = get_global_id(0);
  out[x] = ends[x].head[x + 1];
}
