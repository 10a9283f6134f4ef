// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer a=68 --buffer b=@a
// sibling: shifted_element.cl
// about: two arguments are one buffer, and each work-item stays at its element

__kernel void add_one(__global int *a, __global const int *b) {
  int i = get_global_id(0);
  int v = b[i];
  a[i] = v + 1;
}
