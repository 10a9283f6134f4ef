// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer a=64 --buffer b=64
// sibling: reads_from_other.cl
// about: a function reads the array that it names alone
// oracle: skip it does not know what speaks of accesses

int get(__global const int *from, __global const int *other, int i) {
  __reads_from(from);
  return from[i]; 
}

__kernel void some(__global int *out, __global const int *a, __global const int *b) {
  int i = get_global_id(0);
  out[i] = get(a, b, i) + b[i];
}
