// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: assert_behind_loop_off_by_one.cl
// about: what a loop leaves in its counter

__kernel void some(__global int *out) {
  int i = get_local_id(0), j = 0;
  while (j < 3 * i) j += 3;
  __assert(j == 3 * i);
  out[i] = j;
}
