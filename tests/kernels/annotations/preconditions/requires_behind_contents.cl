// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// sibling: requires_behind_contents_race.cl
// about: a violated precondition that is not known to be reached

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  if (in[0] == 123456) __requires(i < 0);
  out[i] = i;
}
