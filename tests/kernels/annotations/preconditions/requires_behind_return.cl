// expect: error
// launch: --local-size 8 --num-groups 1 --buffer a=32 --buffer b=32 --arg n=0
// about: the argument breaks a precondition to which some work-items do not come

kernel void k(global int *a, global int *b, int n) {
  b[get_global_id(0)] = 1;
  if (get_global_id(0) >= 4) return;
  __requires(n == 1);
  a[get_global_id(0) * n] = get_global_id(0);
}
