// expect: verified
// launch: --address-bits 32 --local-size 8 --num-groups 2 --arg pitch=268435456
// oracle-launch: --local-size 8 --num-groups 2 --arg pitch=268435456
// sibling: size_t_of_32_bits.cl
// about: rows that sixteen work-items on a device with 32-bit addresses have to themselves

__kernel void far_rows(__global char *out, uint pitch) {
  size_t row = get_global_id(0);
  size_t start = row * pitch;
  out[start] = get_global_id(0);
}
