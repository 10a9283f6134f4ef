// expect: possible-defect
// property: assertion
// lines: 11
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64 --buffer=other=64
// about: The procedure writes another array than its caller says.
// oracle: skip it does not know what functions ensure
// replay: skip what annotations say of accesses is not executed

void put(__global int* p, __global int* beside) {
  __requires(__no_write(p));
  __ensures(__write_implies(beside, __write_offset_bytes(beside) == 4 * get_global_id(0)));
  beside[get_global_id(0)] = 1;
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
