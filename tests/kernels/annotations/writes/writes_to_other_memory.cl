// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// about: it is memory of its own
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

void put(__global int *to, __global int *other, int i) {
  __writes_to(to);
  other[i] = i;
}

__kernel void some(__global int *out, __global int *other) {
  put(out, other, get_global_id(0));
}
