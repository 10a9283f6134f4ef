// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=in=64
// sibling: relied_on_too_much.cl
// about: The caller gets by with what the contract ensures.
// oracle: skip it does not know what functions ensure

int clipped(int n) {
  __ensures(__return_val_int() >= 0 & __return_val_int() <= 15);
  return n < 0 ? 0 : n > 15 ? 15 : n;
}

__kernel void relied_on(__global int* out, __global const int* in) {
  out[get_global_id(0)] = in[clipped(out[get_global_id(0)])];
}
