// expect: possible-defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=128 --buffer other=@out+64:64
// about: the launch passes two parts of one buffer, which may or may not be one array
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out, __global const int *other) {
  __requires_fresh_array(out);
  int i = get_global_id(0);
  out[i] = other[i] + 1;
}
