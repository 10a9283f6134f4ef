// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=4
// about: a launch that breaks a precondition with || proves nothing

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(i < 1 || n == 8);
  out[0] = i;
}
