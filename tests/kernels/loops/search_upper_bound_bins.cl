// expect: defect
// property: data-race
// lines: 18
// launch: --local-size 8 --num-groups 1 --buffer edges=28 --buffer values=32 --buffer places=256 --arg n=7
// contents: edges=bytes:01000000020000000300000004000000050000000600000007000000 values=bytes:0900000000000000090000000000000009000000000000000900000000000000
// about: as many places as elements: the last one of a work-item is the first one of the next

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
  places[n * i + low] = values[i];
}
