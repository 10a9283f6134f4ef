// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// sibling: ensures_memory_of_other.cl
// about: what a kernel ensures of accesses holds where it ends
// oracle: skip it does not know what functions ensure

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  __ensures(__write_implies(out, __write_offset_bytes(out) == 4 * i));
  out[i] = in[i];
}
