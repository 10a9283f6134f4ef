// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// about: the function that it calls writes another one
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

void put(__global int *to, int i) {
  to[i] = i;
}

void fill(__global int *to, __global int *other, int i) {
  __writes_to(to);
  put(other, i);
}

__kernel void some(__global int *out, __global int *other) {
  other[get_global_id(0)] = 1;
  fill(out, other, get_global_id(0));
}
