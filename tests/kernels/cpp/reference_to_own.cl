// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// sibling: reference_to_shared.cl
// about: A function changes the own place through a reference.

void add(local int& place, int by) { place += by; }

kernel void k(global int* out) {
  local int l[8];
  l[get_local_id(0)] = 0;
  add(l[get_local_id(0)], 3);
}
