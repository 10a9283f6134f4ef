// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer src=40 --buffer dst=64 --arg scale=0.6
// sibling: centred_lookup_uncut.cl
// about: a sum of products, contracted or not, is converted to an index; the lower bound is cut off

__kernel void resize(__global const int *src, __global int *dst, float scale) {
  int x = get_global_id(0);
  int at = convert_int_rtn((x + 0.5f) * scale - 0.5f);
  dst[x] = src[max(at, 0)];
}
