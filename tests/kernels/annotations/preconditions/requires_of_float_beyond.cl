// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer a=32 --arg n=100
// about: an access beyond the buffer; the replay finds that the argument satisfies the precondition

kernel void k(global int *a, int n) {
  __requires(sqrt((float)n) > 1.5f);
  a[get_global_id(0) + 1] = n;
}
