// postconditions: k
// launch: --local-size 4 --num-groups 2 --buffer a=32
// expect: unsupported
// reason: cannot depend on ids
// about: A postcondition that names an id would be asked of one work-item alone.
__kernel void k(__global int *a) {
  int i = get_global_id(0);
  __postcondition(a[i] == i);
  a[i] = i;
}
