// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 4 --num-groups 2 --buffer sorted=40 --buffer wanted=32 --buffer found=32 --arg n=10
// replay: skip it may not end
// about: binary search whose range includes its end, which is one past the array

__kernel void search(__global const int *sorted, __global const int *wanted, __global int *found, int n) {
  int i = get_global_id(0);
  int low = 0, high = n;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < wanted[i])
      low = middle + 1;
    else
      high = middle;
  }
  found[i] = low;
}
