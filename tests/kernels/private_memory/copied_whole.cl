// expect: verified
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: a structure of five numbers is read from a private array of five
// sibling: copied_past_end.cl

typedef struct {
  int head[4];
  int tail;
} Record;

__kernel void take(__global int *out) {
  int numbers[5] = {1, 2, 3};
  Record record;
  record = *(Record *)numbers;
  out[get_global_id(0)] = record.tail;
}
