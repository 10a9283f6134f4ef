// expect: defect
// property: data-race
// lines: 11
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// about: Work-items of two groups write one place.
// oracle: skip it does not know what functions ensure

void put(__global int* p) {
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));
  p[get_local_id(0)] = get_group_id(0);
}

__kernel void between_groups(__global int* out) {
  put(out);
}
