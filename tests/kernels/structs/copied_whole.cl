// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: copied_from_neighbour.cl
// about: structures are copied as a whole from one array to another

typedef struct {
  char kind;
  int value;
} Cell;

__kernel void copy(__global Cell *cells, __global Cell *copies) {
  int i = get_global_id(0);
  __global Cell *target = &copies[i];
  *target = cells[i + 1];
}
