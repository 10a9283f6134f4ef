// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=4
// about: preconditions that contradict each other prove nothing

__kernel void nothing(__global int *out, int n) {
  __requires(n > 4);
  __requires(n < 3);
  out[get_global_id(0)] = n;
}
