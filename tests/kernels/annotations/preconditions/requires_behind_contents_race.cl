// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// about: a violated precondition is not known to be reached, and the other work-items race

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  if (in[0] == 123456) __requires(i < 0);
  out[i / 2] = i;
}
