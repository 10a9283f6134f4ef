// expect: verified
// launch: --local-size 256 --num-groups 256
// oracle-launch: --local-size 8 --num-groups 4
// sibling: uint_product_of_more_ids.cl
// about: 65536 work-items, rows of 65536 bytes: the last product is just below 2^32

__kernel void rows(__global char *out) {
  uint i = (uint)get_global_id(0) * 0x10000u;
  out[i] = get_global_id(0) >> 12;
}
