// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: nothing is known of the stride, which may be zero

__kernel void spread(__global int *out, int stride) {
  int i = get_global_id(0);
  out[i * stride] = i;
}
