// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it leaves it
// oracle: skip it does not look at what these loads are about

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  int v = out[(i + 1) ];
  __non_temporal_loads_end();
  out[i] = v * 0 + i;
}
