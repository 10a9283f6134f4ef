// expect: defect
// property: data-race
// lines: 15 17
// launch: --local-size 8 --num-groups 2
// about: two work-items write the same field of one structure

typedef struct {
  char kind;
  int value;
} Cell;

__kernel void fields(__global Cell *cells) {
  int i = get_global_id(0);
  if (i % 2 == 0)
    cells[i / 2].value = -1;
  else
    cells[i / 2].value = i;
}
