// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=4 --arg n=1
// about: a launch that breaks a precondition proves nothing

__kernel void nothing(__global int *out, int n) {
  __requires(n == 2);
  out[get_global_id(0)] = n;
}
