// expect: defect
// launch: --local-size 4 --num-groups 2 --buffer a=96 --buffer keys=96
// property: null-access
// lines: 12
// about: a loop carries a pointer to the last place that it found, or null as long as it found none, and does not ask

__kernel void last_of(__global int *a, __global const int *keys) {
  int i = get_global_id(0);
  __global int *last = 0;
  for (int k = 0; k < 3; ++k) {
    if (keys[3 * i + k] > 5) last = a + 3 * i + k;
    if (k > 0) *last = k;
  }
}
