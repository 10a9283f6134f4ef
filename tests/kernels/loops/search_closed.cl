// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer sorted=52 --buffer wanted=32 --buffer found=32 --arg n=13
// sibling: search_closed_past_the_end.cl
// about: binary search over a closed range, unsigned halves by a shift, and an early end where the key is found

__kernel void search(__global const int *sorted, __global const int *wanted, __global int *found, int n) {
  int i = get_global_id(0);
  int low = 0, high = n - 1;
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
