// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// sibling: result_of_broken_body.cl
// about: A call is known by what its function ensures.
// oracle: skip it does not know what functions ensure

int next(int n) {
  __requires(n >= 0);
  __requires(n < 64);
  __ensures(__return_val_int() == n + 1);
  return n + 1;
}

__kernel void result(__global int* out) {
  const int i = get_global_id(0);
  out[next(i) - 1] = i;
}
