// expect: defect
// property: data-race
// lines: 14 16
// launch: --local-size 4 --num-groups 2
// about: a loop runs from the array of a structure into the next structure

typedef struct {
  short tag;
  short samples[3];
} Record;

__kernel void samples(__global Record *records) {
  int i = get_global_id(0);
  records[i].tag = i;
  for (int k = 0; k < 4; k++) {
    records[i].samples[k] = i;
  }
}
