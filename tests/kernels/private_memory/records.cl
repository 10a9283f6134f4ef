// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: records_changed.cl
// about: members of records in a private array are told apart at an index that is not known

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
  t[i & 6].mark = 2;
  out[t[i].place] = i;
}
