// expect: defect
// property: assertion
// lines: 10
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=in=64
// about: The callee of the procedure does not keep its contract.
// oracle: skip it does not know what functions ensure

int twice(int n) {
  __requires(n >= 0 & n <= 7);
  __ensures(__return_val_int() >= 0 & __return_val_int() <= 14);
  return 3 * n;
}

int next(int n) {
  __requires(n >= 0 & n <= 7);
  __ensures(__return_val_int() >= 1 & __return_val_int() <= 15);
  return twice(n) + 1;
}

__kernel void nested(__global int* out, __global const int* in) {
  out[get_global_id(0)] = in[next(get_local_id(0))];
}
