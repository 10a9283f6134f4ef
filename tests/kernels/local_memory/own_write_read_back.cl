// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: own_write_read_back_changed.cl
// about: a work-item finds what it wrote itself, and writes where that says

__kernel void place(__global int *out) {
  __local int places[8];
  int lid = get_local_id(0);
  places[lid] = 7 - lid;

  out[get_group_id(0) * 8 + places[lid]] = lid;
}
