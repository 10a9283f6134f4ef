// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer out=16
// about: pairs of work-items store to one place each; the first work-item alone would store to one of four

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  out[i / 2] = i;
}
