// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer b=64
// sibling: argument_of_unknown_size_before.cl
// about: the index is negative only where the sum in the precondition comes round

__kernel void shift(__global int *a, __global int *b, long n, long c) {
  __requires(n + 1 >= c + 1 && c >= 0 && n <= 2147483647);
  b[get_global_id(0)] = a[c];
}
