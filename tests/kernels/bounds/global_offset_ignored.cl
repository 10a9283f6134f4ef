// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --global-offset 100 --buffer out=64
// about: the index includes the offset of the range

__kernel void shifted(__global int *out) {
  size_t i = get_global_id(0);
  out[i] = 1;
}
