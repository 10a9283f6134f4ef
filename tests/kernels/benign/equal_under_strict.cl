// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --strict
// about: two work-items store equal values to one cell under --strict

__kernel void halves(__global int *out) {
  int i = get_global_id(0);
  out[i / 2] = i / 2;
}
