// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --arg pitch=1073741824
// about: the product of id and pitch wraps in 32 bits and hits other rows

__kernel void far_rows(__global char *out, uint pitch) {
  size_t row = get_global_id(0);
  size_t start = (uint)row * pitch;
  out[start] = get_global_id(0);
}
