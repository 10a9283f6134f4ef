// expect: unsupported
// lines: 14
// launch: --local-size 8 --num-groups 1
// oracle: skip recursion is not executed
// about: two functions that call each other

int odd(int n);

int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}

int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}

__kernel void parity(__global int *out) {
  out[get_local_id(0)] = even(get_local_id(0));
}
