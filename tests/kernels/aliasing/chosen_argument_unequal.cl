// expect: verified
// launch: --local-size 2 --num-groups 1 --buffer a=32 --buffer b=32
// sibling: chosen_argument_unequal_of_more.cl
// about: of two work-items one has chosen the first argument

__kernel void choose(__global int *a, __global int *b) {
  int i = get_global_id(0);
  __global int *p = i % 2 ? a : b;
  if (p == a)
    a[0] = i;
}
