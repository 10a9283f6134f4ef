// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: undeclared identifier
// about: A condition that does not compile is named, and the rest of the kernel is verified.
__kernel void k(__global int *a) {
  __postcondition(a[0] == nothing);
  a[get_global_id(0)] = 0;
}
