// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=@out
// about: both arguments are one buffer
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global int *other) {
  __assert(__ptr_base(out) != __ptr_base(other));
  out[get_global_id(0)] = 1;
}
