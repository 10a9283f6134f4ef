// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=48
// sibling: assume_in_loop_shifted.cl
// about: an assumption holds in each iteration that passes it

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int j = 0; j < 2; ++j) {
    __assume(i + 4 * j < 8);
    out[i + 8 * j] = i;
  }
}
