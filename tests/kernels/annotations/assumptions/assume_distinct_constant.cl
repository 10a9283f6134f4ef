// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: an assumption that leaves no two work-items proves nothing

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  __assume(__distinct_int(3));
  out[0] = i;
}
