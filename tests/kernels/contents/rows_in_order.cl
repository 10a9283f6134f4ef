// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=48 --contents start=bytes:000000000200000002000000050000000600000008000000080000000b0000000c000000
// sibling: rows_overlapping.cl
// about: Rows of a sparse matrix: where each begins and ends is recorded.

__kernel void k(__global int* out, __global const int* start) {
  int i = get_global_id(0);
  for (int j = start[i]; j < start[i + 1]; ++j) out[j] = i;
}
