// expect: verified
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: the second element of two is the last one
// sibling: constant_past_end.cl

__kernel void fill(__global int *out) {
  int pair[2] = {1, 2};
  int last = 0;
  last += 1;
  pair[last] = get_local_id(0);
  out[get_global_id(0)] = pair[0];
}
