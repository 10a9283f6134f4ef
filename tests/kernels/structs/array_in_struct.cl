// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: array_in_struct_past_end.cl
// about: a loop stays inside the array of a structure

typedef struct {
  short tag;
  short samples[3];
} Record;

__kernel void samples(__global Record *records) {
  int i = get_global_id(0);
  records[i].tag = i;
  for (int k = 0; k < 3; k++) {
    records[i].samples[k] = i;
  }
}
