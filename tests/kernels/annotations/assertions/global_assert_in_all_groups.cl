// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer in=4 --arg n=3
// sibling: global_assert_in_all_groups_fails.cl
// oracle: skip it does not know global assertions
// about: all groups take the same branch, which depends on launch facts and on memory that is not written

__kernel void some(__global int *out, __global const int *in, int n) {
  int group = get_group_id(0);
  for (int k = 0; k < n; k++)
    if (in[0] + k != 12345) __global_assert(group < 2);
  out[get_global_id(0)] = group;
}
