// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32 --local t=16
// expect: unsupported
// reason: variables of the program or of local memory
// about: Local memory is gone when the launch has ended.
__kernel void k(__global int *a, __local int *t) {
  __postcondition(t[0] == 0);
  t[get_local_id(0)] = 0;
  a[get_global_id(0)] = t[get_local_id(0)];
}
