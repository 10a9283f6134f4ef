// expect: defect
// property: out-of-bounds
// lines: 15
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: a structure of five numbers is read from a private array of three

typedef struct {
  int head[4];
  int tail;
} Record;

__kernel void take(__global int *out) {
  int numbers[3] = {1, 2, 3};
  Record record;
  record = *(Record *)numbers;
  out[get_global_id(0)] = record.tail;
}
