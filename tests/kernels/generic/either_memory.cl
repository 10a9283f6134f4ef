// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64
// sibling: either_memory_shared.cl
// about: A generic pointer points to the own place in local or in global memory.

kernel void k(global int* g, int n) {
  local int l[8];
  size_t place = get_global_id(0);
  int* p = n > 3 ? (int*)&l[get_local_id(0)] : (int*)&g[place];
  *p = get_global_id(0);
}
