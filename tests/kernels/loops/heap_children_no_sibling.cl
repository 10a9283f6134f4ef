// expect: defect
// launch: --local-size 4 --num-groups 1 --buffer heap=40 --buffer path=160 --arg n=10
// property: out-of-bounds
// lines: 13
// replay: skip none of the contents that are tried lead there
// about: a cursor that goes down a heap, and looks at a second child that need not exist

__kernel void descend(__global const int *heap, __global int *path, uint n) {
  int i = get_global_id(0);
  uint at = 0;
  uint child = 1;
  while (child < n) {
    if (child < n && heap[child + 1] > heap[child]) ++child;
    if (heap[child] <= i) break;
    path[10 * i + at] = child;
    at = child;
    child = 2 * at + 1;
  }
  path[10 * i + at] = -1;
}
