// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer a=64 --buffer b=64
// about: it reads another one
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

int get(__global const int *from, __global const int *other, int i) {
  __reads_from(from);
  return other[i];
}

__kernel void some(__global int *out, __global const int *a, __global const int *b) {
  int i = get_global_id(0);
  out[i] = get(a, b, i) + b[i];
}
