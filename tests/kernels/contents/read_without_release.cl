// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 2 --num-groups 2 --buffer o=8 --buffer p=8 --contents o=zero --contents p=zero
// about: nothing orders the other group's store before the read

kernel void k(global int* o, global int* p) {
  if (get_local_id(0) == 0) {
    o[get_group_id(0)] = 1;
    p[get_group_id(0)] = o[0] + o[1];
  }
}
