// expect: defect
// property: data-race
// lines: 13
// cause: size-not-known 13
// launch: --local-size 4 --num-groups 2
// about: a pointer walks one element into the next row

__kernel void walk(__global int *out) {
  int i = get_global_id(0);
  __global int *p = out + i * 4;
  __global int *end = p + 5;
  while (p != end) {
    *p = i;
    p++;
  }
}
