// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: products of 32 bits come round after eight work-items

__kernel void apart(__global char *out) {
  uint i = (uint)get_global_id(0) * 0x20000000u;
  out[i] = get_global_id(0);
}
