// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: ulong_on_32_bits.cl
// about: an index of 64 bits, all of which an address of 64 bits keeps

__kernel void halved(__global int *out) {
  ulong i = (ulong)(get_global_id(0) % 8) + ((ulong)get_global_id(0) << 32);
  out[i] = get_global_id(0);
}
