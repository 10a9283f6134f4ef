// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=other=64
// sibling: declared_by_caller_of_other.cl
// about: A function's statement of its writes holds of a procedure that it calls too, so that this one is inlined.
// oracle: skip it does not know what functions ensure

int put(__global int* p, __global int* beside, int i) {
  __requires(i >= 0);
  __ensures(__return_val_int() >= 0);
  p[i] = 1;
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
