// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=2048
// sibling: requires_no_overflow_of_choice_of_unsigned.cl
// about: what a precondition evaluates in one case alone does not overflow there
// oracle-launch: --local-size 8 --num-groups 1 --buffer out=2048 --arg first=200 --arg whole=0

__kernel void k(__global int *out, int first, int whole) {
  __requires(whole ? first == 0 : first >= 0 && 2 * first - (8 - first) <= 700);
  out[2 * first + get_local_id(0)] = 1;
}
