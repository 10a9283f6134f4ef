// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// about: The overload for floats puts neighbours together.

int place(int i) { return i; }
int place(float f) { return get_global_id(0) / 2; }

kernel void k(global int* out) {
  out[place((float)get_global_id(0))] = get_global_id(0);
}
