// expect: defect
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer in=4 --arg n=3
// property: assertion
// lines: 11
// oracle: skip it does not know global assertions
// about: all groups take one way, and one of them breaks the assertion

__kernel void some(__global int *out, __global const int *in, int n) {
  int group = get_group_id(0);
  for (int k = 0; k < n; k++)
    if (in[0] + k != 12345) __global_assert(group < 1);
  out[get_global_id(0)] = group;
}
