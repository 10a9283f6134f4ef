// expect: possible-defect
// property: out-of-bounds
// lines: 16
// cause: contract
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=in=64
// about: The caller relies on more than the contract ensures, though the body does more.
// oracle: skip it does not know what functions ensure
// replay: skip what goes wrong is what the contract allows, and not what this kernel does

int clipped(int n) {
  __ensures(__return_val_int() >= 0 & __return_val_int() <= 16);
  return n < 0 ? 0 : n > 15 ? 15 : n;
}

__kernel void relied_on(__global int* out, __global const int* in) {
  out[get_global_id(0)] = in[clipped(out[get_global_id(0)])];
}
