// expect: defect
// property: data-race
// lines: 15
// launch: --local-size 8 --num-groups 2
// about: a structure is copied from the neighbour within one array

typedef struct {
  char kind;
  int value;
} Cell;

__kernel void copy(__global Cell *cells, __global Cell *copies) {
  int i = get_global_id(0);
  __global Cell *target = &cells[i];  
  *target = cells[i + 1];
}
