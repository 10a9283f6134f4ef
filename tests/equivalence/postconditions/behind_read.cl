// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=36
// expect: unsupported
// reason: read from memory before it is stated
// about: A value that is read before the postcondition is one of before the launch.
__kernel void k(__global int *a) {
  int first = a[8];
  __postcondition(a[8] == first);
  a[get_global_id(0)] = 7;
}
