// expect: possible-defect
// property: assertion
// lines: 13
// cause: annotation-not-judged
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: that an access was made for certain is not found out
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i] = i;
  __assert(__write(out));
}
