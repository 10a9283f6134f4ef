// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// sibling: between_groups_race.cl
// about: A procedure's writes of different groups.
// oracle: skip it does not know what functions ensure

void put(__global int* p) {
  __requires(__no_write(p));
  __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));
  p[get_global_id(0)] = get_group_id(0);
}

__kernel void between_groups(__global int* out) {
  put(out);
}
