// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: non_temporal_stores_race.cl
// about: stores in between are compared as always

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  out[i] = out[i] * 0 + i; 
  __non_temporal_loads_end();
}
