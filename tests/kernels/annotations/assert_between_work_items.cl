// expect: unknown
// property: assertion
// cause: annotation-not-judged 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: an assertion about two work-items is not judged
// oracle: skip it does not know what speaks of two work-items

__kernel void some(__global int *out) {
  __assert(__distinct_int(get_local_id(0)));
  out[get_local_id(0)] = 1;
}
