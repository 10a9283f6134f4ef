// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64 --local tile=28
// about: the host gives the local argument too few bytes

__kernel void stage(__global int *out, __local int *tile) {
  int lid = get_local_id(0);
  tile[lid] = lid;
  out[get_global_id(0)] = tile[lid];
}
