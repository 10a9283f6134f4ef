// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer ends=128 --buffer out=16 --strict
// sibling: member_left_strict.cl
// about: an index keeps in the array of a structure

typedef struct {
  int head[4];
  int tail[4];
} Ends;

__kernel void rotate_ends(__global Ends *ends, __global int *out) {
  int x = get_global_id(0);
  out[x] = ends[x].head[x];
}
