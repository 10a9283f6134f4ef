// expect: defect
// property: data-race
// lines: 7 11
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// about: A function changes the group's first place through a reference.

void add(local int& place, int by) { place += by; }

kernel void k(global int* out) {
  local int l[8];
  l[get_local_id(0)] = 0;
  add(l[0], 3);
}
