// expect: error
// launch: --local-size 4 --num-groups 2 --buffer out=16
// about: two groups break what a precondition behind a branch says of two work-items

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  if (i >= 0) {
    __requires(__uniform_int(get_group_id(0)));
    out[i] = get_group_id(0);
  }
}
