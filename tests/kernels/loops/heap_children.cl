// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer heap=40 --buffer path=160 --arg n=10
// sibling: heap_children_no_sibling.cl
// about: a cursor that goes down a heap, to the larger one of two children that exist

__kernel void descend(__global const int *heap, __global int *path, uint n) {
  int i = get_global_id(0);
  uint at = 0;
  uint child = 1;
  while (child < n) {
    if (child + 1 < n && heap[child + 1] > heap[child]) ++child;
    if (heap[child] <= i) break;
    path[10 * i + at] = child;
    at = child;
    child = 2 * at + 1;
  }
  path[10 * i + at] = -1;
}
