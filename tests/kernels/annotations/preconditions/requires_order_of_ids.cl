// expect: error
// launch: --local-size 8 --num-groups 1 --buffer a=4
// about: of two work-items not each has the smaller id

kernel void k(global int *a) {
  __requires(__other_int(get_global_id(0)) > (int)get_global_id(0));
  a[0] = get_global_id(0);
}
