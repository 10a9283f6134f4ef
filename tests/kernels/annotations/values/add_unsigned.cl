// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: add_unsigned_too_small.cl
// about: a sum of unsigned integers that does not wrap
// oracle: skip it does not know sums that do not wrap

kernel void some(global uint* out) {
  uint i = get_global_id(0);
  __assert(__add_unsigned_int(i, 250) >= 250);
  out[i] = i;
}
