// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: pointer_walk_long.cl
// about: a pointer walks over the row of each work-item

__kernel void walk(__global int *out) {
  int i = get_global_id(0);
  __global int *p = out + i * 4;
  __global int *end = p + 4;
  while (p != end) {
    *p = i;
    p++;
  }
}
