// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// about: each writes the other one
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

void put(__global int *to, __global int *beside, int i) {
  __writes_to(to);
  beside[i] = i;
}

__kernel void some(__global int *out, __global int *other) {
  int i = get_global_id(0);
  put(out, other, i); put(other, out, i);
}
