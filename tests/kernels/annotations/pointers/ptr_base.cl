// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// sibling: ptr_base_of_other.cl
// about: a pointer that moves on stays in its array
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, __global int *other) {
  int i = get_global_id(0);
  __global int *to = i < 4 ? out + i : out;
  __assert(__ptr_base(to) == __ptr_base(out) & __ptr_base(to) != __ptr_base(other)); 
  if (i < 4) *to = i;
}
