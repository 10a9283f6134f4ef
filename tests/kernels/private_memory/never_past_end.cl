// expect: verified
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: only a work-item that the group does not have would write the third of two elements
// sibling: past_end_in_last.cl

__kernel void fill(__global int *out) {
  int pair[2] = {1, 2};
  if (get_local_id(0) == 64) pair[2] = 3;
  out[get_global_id(0)] = pair[0];
}
