// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 4 --num-groups 1 --buffer sorted=96 --buffer places=112 --arg n=6
// replay: skip none of the contents that are tried lead there
// about: a cursor that falls while elements are larger, and looks before the start of the array

__kernel void place(__global const int *sorted, __global int *places, int n) {
  int i = get_global_id(0);
  int j = n - 1;
  while (j >= -1 && sorted[6 * i + j] > i) {
    places[7 * i + j + 1] = j;
    --j;
  }
  places[7 * i + j + 1] = i;
}
