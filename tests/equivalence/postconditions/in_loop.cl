// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: stands in a loop
// about: A postcondition in a loop is stated several times.
__kernel void k(__global int *a) {
  for (int i = 0; i < 8; ++i) __postcondition(a[i] == 0);
  a[get_global_id(0)] = 0;
}
