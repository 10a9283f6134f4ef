// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the load comes behind the end

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  __non_temporal_loads_end();
  int v = out[(i + 1) & 15];
  out[i] = v * 0 + i;
}
