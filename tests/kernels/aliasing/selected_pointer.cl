// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: selected_pointer_swapped.cl
// about: a selected pointer leads to one of two buffers for all work-items alike

__kernel void select_buffer(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *from = i % 2 ? a : b;
  __global int *to = i % 2 ? b : a;
  int v = from[i / 2];
  to[i + 32] = v;
}
