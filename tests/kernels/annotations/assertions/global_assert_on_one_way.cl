// expect: unknown
// property: assertion
// cause: annotation-not-judged 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a global assertion speaks of work-items that took another way, too
// oracle: skip it does not know global assertions

__kernel void some(__global int *out) {
  if (get_local_id(0) < 4) __global_assert(get_local_id(0) < 4);
  out[get_local_id(0)] = 1;
}
