// expect: unsupported
// lines: 8
// launch: --local-size 8 --num-groups 1
// oracle: skip recursion is not executed
// about: a function that calls itself

int sum_to(int n) {
  return n <= 0 ? 0 : n + sum_to(n - 1);
}

__kernel void triangle(__global int *out) {
  out[sum_to(get_local_id(0))] = get_local_id(0);
}
