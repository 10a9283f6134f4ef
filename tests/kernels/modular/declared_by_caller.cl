// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=other=64
// sibling: declared_by_caller_of_other.cl
// about: What a function says that it writes holds of a procedure that it calls too, so that this one is inlined.
// oracle: skip it does not know what functions ensure

void put(__global int* p, __global int* beside) {
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));
  p[get_global_id(0)] = 1;
}

void fill(__global int* p, __global int* beside) {
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));
  __writes_to(p);
  put(p, beside);
}

__kernel void declared_by_caller(__global int* out, __global int* other) {
  fill(out, other);
}
