// expect: defect
// property: null-access
// lines: 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64
// about: to_local of a pointer into global memory is null, and is written through.

kernel void k(global int* g) {
  int* p = g + get_global_id(0);
  local int* l = to_local(p);
  if (l == 0) *l = 1;
  *p = 2;
}
