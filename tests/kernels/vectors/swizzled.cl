// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: swizzled_neighbour.cl
// about: vector lanes choose distinct elements

__kernel void lanes(__global int *out) {
  int i = get_global_id(0);
  int2 at = (int2)(i, i + 8);
  at = at.yx;
  out[at.x] = i;
  out[at.y] = i + 50;
}
