// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64
// sibling: function_on_neighbour.cl
// about: One function changes private, local and global memory through a generic pointer.

void add(int* p, int v) { *p += v; }

kernel void k(global int* g) {
  local int l[9];
  int x = 3;
  l[get_local_id(0)] = x;
  add(&x, 2);
  add(&l[get_local_id(0)], x);
  add(g + get_global_id(0), x);
}
