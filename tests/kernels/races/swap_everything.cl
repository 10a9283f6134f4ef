// expect: defect
// property: data-race
// lines: 10 13
// launch: --local-size 8 --num-groups 2 --arg n=16 --buffer data=64
// about: both ends of each mirrored pair swap it

__kernel void reverse(__global int *data, int n) {
  int i = get_global_id(0);
  if (i < n) {
    int low = data[i];
    int high = data[n - 1 - i];
    data[i] = high;
    data[n - 1 - i] = low;
  }
}
