// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: uint_product_wraps.cl
// about: sixteen products of 32 bits that reach up to the last one before they wrap

__kernel void apart(__global char *out) {
  uint i = (uint)get_global_id(0) * 0x10000000u;
  out[i] = get_global_id(0);
}
