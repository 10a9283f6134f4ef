// expect: verified
// launch: --local-size 8 --num-groups 4 --buffer out=128
// sibling: requires_value_short.cl
// about: a precondition gives the value of an argument that the launch leaves open
// oracle-launch: --local-size 8 --num-groups 4 --buffer out=128 --arg width=8

__kernel void rows(__global int *out, int width) {
  __requires(width == 8);
  out[get_group_id(0) * width + get_local_id(0)] = get_global_id(0);
}
