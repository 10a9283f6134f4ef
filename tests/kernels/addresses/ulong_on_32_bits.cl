// expect: defect
// property: data-race
// lines: 11
// launch: --address-bits 32 --local-size 8 --num-groups 2
// oracle: skip its addresses have 64 bits
// replay: skip devices with 32-bit addresses
// about: an index of 64 bits, of which an address of 32 bits keeps the lower half

__kernel void halved(__global int *out) {
  ulong i = (ulong)(get_global_id(0) % 8) + ((ulong)get_global_id(0) << 32);
  out[i] = get_global_id(0);
}
