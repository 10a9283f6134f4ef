// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 256 --num-groups 257
// oracle: skip the first row that two work-items share is behind 65536 others
// about: rows of 65536 bytes, and one group more than fits in 32 bits

__kernel void rows(__global char *out) {
  uint i = (uint)get_global_id(0) * 0x10000u;
  out[i] = get_global_id(0) >> 12;
}
