// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer other=64
// about: both are one array
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

void move(__global int *to, __global const int *from, int i) {
  __requires_fresh_array(to);
  to[i] = from[i] + 1;
}

__kernel void some(__global int *out, __global int *other) {
  move(out, out, get_global_id(0));
}
