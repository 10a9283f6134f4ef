// expect: defect
// property: data-race
// lines: 13 14
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: one way does not begin

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  if (i > 3)
    __non_temporal_loads_begin();
  else
    out[i] = 0;
  int v = out[(i + 1) & 15];
  out[i] = v * 0 + i;
}
