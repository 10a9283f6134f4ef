// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer index=32 --buffer cost=32 --buffer out=32 --access cost=read-only --contents index=zero
// sibling: store_by_contents.cl
// about: contents that the launch has keep it from a store into read-only memory

__kernel void relax(__global const int *index, __global int *cost, __global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  if (index[i] > 100) cost[i] = 0;
}
