// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=2048
// about: a precondition whose unsigned sum wraps is given
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=2048 --arg first=0xfffffffffffffff9
__kernel void k(__global int *out, ulong first) {
  __requires(first >= 0 & first + 8 <= 256);
  out[2 * first + get_local_id(0) - first] = 1;
}
