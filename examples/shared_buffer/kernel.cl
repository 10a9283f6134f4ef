// Shifts a line of n elements to the left by one; the last element stays.
__kernel void shift_left(__global const int *from, __global int *to, int n) {
  int i = get_global_id(0);
  int value = from[i + 1 < n ? i + 1 : i];
  to[i] = value;
}
