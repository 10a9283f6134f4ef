// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 4 --num-groups 2 --buffer sorted=52 --buffer wanted=32 --buffer found=32 --arg n=13
// about: binary search over a closed range that begins one too early

__kernel void search(__global const int *sorted, __global const int *wanted, __global int *found, int n) {
  int i = get_global_id(0);
  int low = -1, high = n - 1;
  while (low <= high) {
    int middle = low + ((high - low) >> 1);
    int here = sorted[middle];
    if (here == wanted[i]) break;
    if (here < wanted[i])
      low = middle + 1;
    else
      high = middle - 1;
  }
  found[i] = low;
}
