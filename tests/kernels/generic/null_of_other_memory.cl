// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64
// sibling: null_dereferenced.cl
// about: to_local of a pointer into global memory is null, and nothing is done with it.

kernel void k(global int* g) {
  int* p = g + get_global_id(0);
  local int* l = to_local(p);
  if (l != 0) *l = 1;
  *p = 2;
}
