// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: array_snapshot_of_local_since_written.cl
// about: local memory that nothing writes in between is what it was
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  __local int t[8], kept[8];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  __array_snapshot(kept, t);
  int v = t[7 - l];
  __assert(kept[7 - l] == v); 
  out[get_global_id(0)] = v;
}
