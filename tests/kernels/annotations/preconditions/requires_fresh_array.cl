// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// sibling: requires_fresh_array_of_shared.cl
// about: a function is given two different arrays
// oracle: skip it does not know what speaks of accesses

void move(__global int *to, __global const int *from, int i) {
  __requires_fresh_array(to); 
  to[i] = from[i] + 1;
}

__kernel void some(__global int *out, __global int *other) {
  move(out, other, get_global_id(0));
}
