// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// sibling: writes_to_other.cl
// about: a function and what it calls write the array that it names alone
// oracle: skip it does not know what speaks of accesses

void put(__global int *to, int i) {
  to[i] = i; 
}

void fill(__global int *to, __global int *other, int i) {
  __writes_to(to);
  put(to, i);
}

__kernel void some(__global int *out, __global int *other) {
  other[get_global_id(0)] = 1;
  fill(out, other, get_global_id(0));
}
