// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 4 --num-groups 1 --buffer from=32032 --buffer to=32032
// about: structures of 8,000 bytes are copied to places that overlap

typedef struct {
  int values[2000];
} Page;

__kernel void copy(__global Page *from, __global int *to) {
  int i = get_local_id(0);
  *(__global Page *)(to + 1999 * i) = from[i];
}
