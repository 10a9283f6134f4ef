// expect: unknown
// property: assertion
// cause: annotation-not-judged 11
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=32 --arg n=4
// about: of a pointer to one of several arrays it is not judged what was accessed
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *a, __global int *b, int n) {
  __global int *to = get_local_id(0) < n ? a : b;
  to[get_local_id(0)] = 1;
  __assert(__no_write(to));
}
