// expect: defect
// property: data-race
// lines: 17
// launch: --local-size 8 --num-groups 1 --buffer edges=20 --buffer values=32 --buffer bins=24 --arg n=5
// about: a histogram whose bins are found by binary search, and raised without an atomic

__kernel void histogram(__global const int *edges, __global const int *values, __global int *bins, int n) {
  int i = get_global_id(0);
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (edges[middle] <= values[i])
      low = middle + 1;
    else
      high = middle;
  }
  bins[low] += 1;
}
