// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=4
// about: an assumption that leaves no work-item proves nothing

__kernel void nothing(__global int *out) {
  __assume(get_local_id(0) > 20);
  out[get_global_id(0)] = 1;
}
