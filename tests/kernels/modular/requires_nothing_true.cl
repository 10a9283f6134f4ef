// expect: error
// cause: contradictory-facts
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=4
// about: A requirement that no call keeps proves nothing of the function.

int next(__global int* p, int n) {
  __requires(n < 0);
  __requires(n > 0);
  p[0] = n;
  return n;
}

__kernel void requires_nothing_true(__global int* out) {
  next(out, get_global_id(0));
}
