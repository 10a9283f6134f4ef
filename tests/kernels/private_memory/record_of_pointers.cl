// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer data=128
// sibling: record_of_pointers_rows_meet.cl
// about: records of pointer and length in a private array, filled by a loop

typedef struct {
  __global int *start;
  int count;
} Row;

__kernel void fill(__global int *data) {
  Row rows[4];
  for (int k = 0; k < 4; k++) {
    rows[k].start = data + 8 * k;
    rows[k].count = 8;
  }
  int i = get_local_id(0);
  for (int k = 0; k < 4; k++) {
    if (i < rows[k].count) rows[k].start[i] = i;
  }
}
