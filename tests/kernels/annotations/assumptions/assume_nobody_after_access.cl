// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: an assumption that excludes all work-items proves nothing about earlier accesses either

__kernel void some(__global int *out) {
  out[get_local_id(0)] = 1;
  __assume(get_local_id(0) > 7);
}
