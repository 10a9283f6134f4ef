// expect: possible-defect
// property: assertion
// lines: 12
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=other=64
// about: The procedure writes a different array from the one that its caller declares.
// oracle: skip it does not use what functions ensure
// replay: skip what annotations say of accesses is not executed

int put(__global int* p, __global int* beside, int i) {
  __requires(i >= 0);
  __ensures(__return_val_int() >= 0);
  beside[i] = 1;
  return i;
}

void fill(__global int* p, __global int* beside, int i) {
  __requires(i >= 0);
  __writes_to(p);
  put(p, beside, i);
}

__kernel void declared_by_caller(__global int* out, __global int* other) {
  fill(out, other, get_global_id(0));
}
