// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer edges=28 --buffer values=32 --buffer places=256 --arg n=7
// sibling: search_upper_bound_bins.cl
// about: the place that a binary search finds is at most the number of elements, and so a place of a table that has one more

__kernel void upper(__global const uint *edges, __global const uint *values, __global uint *places, uint n) {
  size_t i = get_local_id(0);
  uint low = 0, high = n;
  while (low < high) {
    uint middle = low + (high - low) / 2;
    if (values[i] < edges[middle])
      high = middle;
    else
      low = middle + 1;
  }
  places[(n + 1) * i + low] = values[i];
}
