// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: fields_same.cl
// about: two work-items write different fields of one structure, with padding between

typedef struct {
  char kind;
  int value;
} Cell;

__kernel void fields(__global Cell *cells) {
  int i = get_global_id(0);
  if (i % 2 == 0)
    cells[i / 2].kind = -1;
  else
    cells[i / 2].value = i;
}
