// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer from=32032 --buffer to=32032
// sibling: copied_in_loop_overlap.cl
// about: structures of 8,000 bytes are copied whole

typedef struct {
  int values[2000];
} Page;

__kernel void copy(__global Page *from, __global int *to) {
  int i = get_local_id(0);
  *(__global Page *)(to + 2000 * i) = from[i];
}
