// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: two work-items have one half, rounded down

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  int at = (int)floor((float)i * 0.5f) * 2;
  out[at] = i;
}
