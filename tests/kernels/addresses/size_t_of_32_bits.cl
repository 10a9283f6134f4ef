// expect: defect
// property: data-race
// lines: 12
// launch: --address-bits 32 --local-size 8 --num-groups 2 --arg pitch=1073741824
// oracle: skip its size_t has 64 bits
// replay: skip devices with 32-bit addresses
// about: on a device with 32-bit addresses a product in size_t comes round too

__kernel void far_rows(__global char *out, uint pitch) {
  size_t row = get_global_id(0);
  size_t start = row * pitch;
  out[start] = get_global_id(0);
}
