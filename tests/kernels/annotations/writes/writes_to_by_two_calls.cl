// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// sibling: writes_to_by_two_calls_crossed.cl
// about: each call of a function writes the array that it is given
// oracle: skip it does not know what speaks of accesses

void put(__global int *to, __global int *beside, int i) {
  __writes_to(to);
  to[i] = i; 
}

__kernel void some(__global int *out, __global int *other) {
  int i = get_global_id(0);
  put(out, other, i); put(other, out, i);
}
