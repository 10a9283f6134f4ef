// expect: defect
// property: data-race
// lines: 22
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a store to one member changes the place of the next record

typedef struct {
  int weight;
  short place;
  short mark;
} Record;

__kernel void scatter(__global int *out) {
  Record t[8];
  for (int k = 0; k < 8; k++) {
    t[k].weight = k;
    t[k].place = 7 - k;
    t[k].mark = 1;
  }
  int i = get_local_id(0);
  t[i & 6].place = 2;
  out[t[i].place] = i;
}
