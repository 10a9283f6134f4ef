// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the sum of the first work-item is smaller
// oracle: skip it does not know sums that do not wrap

kernel void some(global uint* out) {
  uint i = get_global_id(0);
  __assert(__add_unsigned_int(i, 250) >= 251);
  out[i] = i;
}
