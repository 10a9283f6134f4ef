// expect: defect
// property: data-race
// lines: 17
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: an array in a private structure holds two entries that are equal

typedef struct {
  short head;
  int places[8];
} Record;

__kernel void scatter(__global int *out) {
  Record record;
  for (int k = 0; k < 8; k++) {
    record.places[k] = 7 - k / 2;
  }
  out[record.places[get_local_id(0)]] = get_local_id(0);
}
