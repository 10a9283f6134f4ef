// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=@out
// sibling: writes_to_other_memory.cl
// about: the other argument is the same memory by this launch
// oracle: skip it does not know what speaks of accesses

void put(__global int *to, __global int *other, int i) {
  __writes_to(to);
  other[i] = i;
}

__kernel void some(__global int *out, __global int *other) {
  put(out, other, get_global_id(0));
}
