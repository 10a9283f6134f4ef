// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// about: it points into the other array for some
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global int *other) {
  int i = get_global_id(0);
  __global int *to = i < 4 ? out + i : other;
  __assert(__ptr_base(to) == __ptr_base(out) & __ptr_base(to) != __ptr_base(other));
  if (i < 4) *to = i;
}
