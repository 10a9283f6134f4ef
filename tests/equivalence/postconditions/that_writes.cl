// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: changes a variable or memory
// about: A postcondition that changes memory.
__kernel void k(__global int *a) {
  __postcondition(a[0]++ == 0);
  a[get_global_id(0)] = 0;
}
