// expect: verified
// launch: --local-size 8 --num-groups 2 --global-offset 100 --buffer out=64
// sibling: global_offset_ignored.cl
// about: the offset of the range is subtracted before indexing

__kernel void shifted(__global int *out) {
  size_t i = get_global_id(0) - get_global_offset(0);
  out[i] = 1;
}
