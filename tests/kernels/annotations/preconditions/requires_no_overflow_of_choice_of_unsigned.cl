// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=2048
// about: what a precondition evaluates in one case alone may wrap where it is unsigned
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=2048 --arg first=1431655768 --arg whole=0
__kernel void k(__global int *out, uint first, int whole) {
  __requires(whole ? first == 0 : first >= 0 && 2 * first - (8 - first) <= 700);
  out[2 * first + get_local_id(0)] = 1;
}
