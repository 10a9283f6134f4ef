// expect: verified
// launch: --local-size 8 --num-groups 2 --arg pitch=1073741824
// sibling: uint_index_wraps.cl
// about: the product of id and pitch is formed in size_t

__kernel void far_rows(__global char *out, uint pitch) {
  size_t row = get_global_id(0);
  size_t start = row * pitch;
  out[start] = get_global_id(0);
}
