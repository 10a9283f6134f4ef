// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --local tile=32
// sibling: local_argument_small.cl
// about: the local argument has one cell a work-item

__kernel void stage(__global int *out, __local int *tile) {
  int lid = get_local_id(0);
  tile[lid] = lid;
  out[get_global_id(0)] = tile[lid];
}
