// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: non_temporal_bounds_beyond.cl
// about: a load that is taken out stays in its array
// oracle: skip it does not look at what these loads are about

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  int v = out[(i + 1) & 15]; 
  __non_temporal_loads_end();
  out[i] = v * 0 + i;
}
