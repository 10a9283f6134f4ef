// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=16 --buffer data=64
// sibling: swap_everything.cl
// about: work-items of the lower half swap their element with its mirror image

__kernel void reverse(__global int *data, int n) {
  int i = get_global_id(0);
  if (i < n / 2) {
    int low = data[i];
    int high = data[n - 1 - i];
    data[i] = high;
    data[n - 1 - i] = low;
  }
}
