// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=512 --arg n=64
// about: that `first` is below 120 does not follow from what a division in the precondition allows
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=512 --arg n=64 --arg first=187
__kernel void k(__global int *out, int n, long first) {
  __requires(first >= 1 & 3 * ((n + first + 1) / 2) >= 2 * first + 4);
  out[first + get_local_id(0)] = 1;
}
