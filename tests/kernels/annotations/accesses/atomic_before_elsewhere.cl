// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=68
// about: the atomic is on the next counter
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  atomic_inc(&out[i + 1]);
  __assert(__implies(__atomic(out), __atomic_offset_bytes(out) == 4 * i));
}
