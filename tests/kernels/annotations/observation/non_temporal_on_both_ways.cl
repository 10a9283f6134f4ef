// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: non_temporal_on_one_way.cl
// about: a load to which both ways lead that begin is taken out

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  if (i > 3)
    __non_temporal_loads_begin();
  else
    __non_temporal_loads_begin();
  int v = out[(i + 1) & 15]; 
  out[i] = v * 0 + i; 
}
