// expect: error
// launch: --local-size 8 --num-groups 1 --buffer a=4
// about: no two work-items have different values of an argument

kernel void k(global int *a, int n) {
  __requires(__distinct_int(n));
  a[0] = get_global_id(0);
}
