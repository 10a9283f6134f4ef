// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64
// about: The pointer that to_local yields is moved by one place.

void put(int* p, int v) {
  global int* g = to_global(p);
  local int* l = to_local(p);
  if (g) *g = v;
  if (l) l[v & 1] = v;
}

kernel void k(global int* g) {
  local int l[9];
  put(g + get_global_id(0), get_global_id(0));
  put(l + get_local_id(0), 2);
  put(l + get_local_id(0), get_local_id(0));
}
