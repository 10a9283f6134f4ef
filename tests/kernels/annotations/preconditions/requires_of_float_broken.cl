// expect: error
// launch: --local-size 8 --num-groups 1 --buffer a=32 --arg n=1
// about: the argument breaks the precondition

kernel void k(global int *a, int n) {
  __requires((float)n > 1.5f);
  a[get_global_id(0)] = n;
}
