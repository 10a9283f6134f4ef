// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// sibling: overload_of_float.cl
// about: The overload for integers keeps neighbours apart.

int place(int i) { return i; }
int place(float f) { return get_global_id(0) / 2; }

kernel void k(global int* out) {
  out[place((int)get_global_id(0))] = get_global_id(0);
}
