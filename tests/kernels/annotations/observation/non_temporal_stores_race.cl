// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: two store there

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  out[i / 2] = out[i] * 0 + i;
  __non_temporal_loads_end();
}
