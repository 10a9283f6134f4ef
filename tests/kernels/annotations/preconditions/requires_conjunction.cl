// expect: verified
// launch: --local-size 8 --num-groups 4 --buffer out=128
// sibling: requires_conjunction_negated.cl
// about: a precondition of several comparisons fixes one argument and bounds another
// oracle-launch: --local-size 8 --num-groups 4 --buffer out=128 --arg width=8 --arg most=32

__kernel void rows(__global int *out, int width, int most) {
  __requires(((width == 8) & (most >= 0)) & (most <= 32));
  int i = get_group_id(0) * width + get_local_id(0);
  if (i < most) out[i] = get_global_id(0);
}
