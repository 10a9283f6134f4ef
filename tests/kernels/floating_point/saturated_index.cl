// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=256
// sibling: saturated_index_full.cl
// about: none of the floats exceeds 255

__kernel void slots(__global int *out) {
  int i = get_global_id(0);
  out[convert_uchar_sat(i * 16.5f) / 4] = i;
}
