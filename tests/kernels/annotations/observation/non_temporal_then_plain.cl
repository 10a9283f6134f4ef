// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: non_temporal_then_plain_of_other.cl
// about: a plain load after one that is taken out is compared

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __non_temporal_loads_begin();
  int v = out[i & 7];
  __non_temporal_loads_end();
  int w = out[i]; 
  out[i] = v * 0 + w; 
}
