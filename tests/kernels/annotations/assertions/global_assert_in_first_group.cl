// expect: unknown
// cause: annotation-not-judged 9
// launch: --local-size 4 --num-groups 2 --buffer out=32
// oracle: skip it does not know global assertions
// about: it also speaks of the group that takes another way, for which it does not hold

__kernel void some(__global int *out, int n) {
  int group = get_group_id(0);
  if (group == 0) __global_assert(group == 0);
  out[get_global_id(0)] = group;
}
