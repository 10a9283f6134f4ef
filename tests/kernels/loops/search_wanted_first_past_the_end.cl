// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 4 --num-groups 2 --buffer sorted=52 --buffer wanted=32 --buffer found=32 --arg n=13
// about: binary search that reads past the end where what is searched for is large; that array comes first

__kernel void search(__global const int *wanted, __global const int *sorted, __global int *found, int n) {
  int i = get_global_id(0);
  int low = 0, high = n;
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
