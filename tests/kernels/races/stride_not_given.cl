// expect: possible-defect
// property: data-race
// lines: 10
// cause: value-not-given
// launch: --local-size 8 --num-groups 2
// about: nothing is known of the stride, which may be zero

__kernel void spread(__global int *out, int stride) {
  int i = get_global_id(0);
  out[i * stride] = i;
}
