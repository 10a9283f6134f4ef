// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=2048
// sibling: requires_no_overflow_of_unsigned.cl
// about: a precondition whose signed sum overflows is not given
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=2048 --arg first=200

__kernel void k(__global int *out, long first) {
  __requires(first >= 0 & first + 8 <= 256);
  out[2 * first + get_local_id(0) - first] = 1;
}
