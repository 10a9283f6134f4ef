// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32 --arg n=9223372036854775808
// expect: unknown
// about: A bound that is no `long` leaves the condition open: as one, it would be negative, and the range empty.
__kernel void k(__global int *a, ulong n) {
  __postcondition(__forall(i, 0, n, a[i] == 4) && !__exists(i, 0, n, a[i] == 3));
  a[get_global_id(0)] = 3;
}
