// expect: defect
// property: data-race
// lines: 12 13
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it is of what another one writes

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  int v = out[i & 7];
  __non_temporal_loads_end();
  int w = out[i & 7];
  out[i] = v * 0 + w;
}
