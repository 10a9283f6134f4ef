// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32 --arg n=8
// expect: unsupported
// reason: changes a variable or memory
// about: A condition that changes a variable would change what the next one says.
__kernel void k(__global int *a, int n) {
  __postcondition((n = 0, true));
  __postcondition(__forall(i, 0, n, a[i] == 1));
  a[get_global_id(0)] = 0;
}
