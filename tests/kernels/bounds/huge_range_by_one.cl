// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 256 --num-groups 8388608 --buffer out=2147483647
// oracle-launch: --local-size 8 --num-groups 2 --buffer out=15
// about: the buffer is one byte shorter than the range

__kernel void clear(__global uchar *out) {
  size_t i = get_global_id(0);
  out[i] = 0;
}
