// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: record_with_head_halved.cl
// about: an array behind another member of a private structure, filled by a loop

typedef struct {
  short head;
  int places[8];
} Record;

__kernel void scatter(__global int *out) {
  Record record;
  for (int k = 0; k < 8; k++) {
    record.places[k] = 7 - k;
  }
  out[record.places[get_local_id(0)]] = get_local_id(0);
}
