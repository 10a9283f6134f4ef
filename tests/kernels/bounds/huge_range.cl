// expect: verified
// launch: --local-size 256 --num-groups 8388608 --buffer out=2147483648
// oracle-launch: --local-size 8 --num-groups 2 --buffer out=16
// sibling: huge_range_by_one.cl
// about: two thousand million work-items fill a buffer of as many bytes

__kernel void clear(__global uchar *out) {
  size_t i = get_global_id(0);
  out[i] = 0;
}
