// expect: defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it points to the next element
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __global int *own = out + i;
  __assert(__ptr_offset_bytes(own) == 4 * i + 4);
  *own = i;
}
