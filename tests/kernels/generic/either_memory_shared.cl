// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64
// about: A generic pointer points to the own place in local memory, or to one that two groups share in global memory.

kernel void k(global int* g, int n) {
  local int l[8];
  size_t place = get_local_id(0);
  int* p = n > 3 ? (int*)&l[get_local_id(0)] : (int*)&g[place];
  *p = get_global_id(0);
}
