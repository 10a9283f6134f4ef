// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 1 --num-groups 1 --buffer in=48 --buffer out=48 --arg size=6
// about: one of the two cursors of a merge leaves its half

__kernel void merge(__global const int *in, __global int *out, int size) {
  __global const int *from = in + 2 * size * get_global_id(0);
  __global int *to = out + 2 * size * get_global_id(0);
  int a = 0, b = size, k = 0;
  while (a < size && b <= 2 * size) {
    if (from[a] <= from[b])
      to[k++] = from[a++];
    else
      to[k++] = from[b++];
  }
  while (a < size) to[k++] = from[a++];
  while (b < 2 * size) to[k++] = from[b++];
}
