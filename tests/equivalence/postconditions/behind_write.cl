// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: must stand before what the kernel writes
// about: What a kernel writes before its postcondition would be written once more.
__kernel void k(__global int *a) {
  a[get_global_id(0)] = 0;
  __postcondition(a[0] == 0);
}
