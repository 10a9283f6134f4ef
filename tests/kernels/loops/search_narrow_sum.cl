// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer sorted=120 --buffer wanted=4 --buffer found=4 --arg n=120
// sibling: search_narrow_sum_wraps.cl
// about: binary search whose sum of two bytes does not come to 256

__kernel void search(__global const uchar *sorted, __global const uchar *wanted, __global uchar *found, uchar n) {
  int i = get_global_id(0);
  uchar low = 0, high = n;
  while (low < high) {
    uchar sum = low + high;
    uchar middle = sum / 2;
    int part = sorted[middle - low];
    if (middle < low) break;
    if (part < wanted[i])
      low = middle + 1;
    else
      high = middle;
  }
  found[i] = low;
}
