// expect: possible-defect
// property: assertion
// lines: 11
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=68
// about: The function writes to a place that its contract does not allow.
// oracle: skip it does not know what functions ensure
// replay: skip what is said of accesses is not executed

void put(__global int* p, int v) {
  __requires(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));
  __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));
  p[get_global_id(0) + 1] = v;
}

__kernel void writes_own(__global int* out) {
  put(out, get_local_id(0));
  put(out, get_local_id(0) + 1);
}
