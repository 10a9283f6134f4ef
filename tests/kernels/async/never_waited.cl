// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 1
// about: a kernel must not end before its copies

__kernel void stage(__global const int *in, __global int *out) {
  __local int tile[4];
  event_t copied = async_work_group_copy(tile, in, 4, 0);
  out[get_local_id(0)] = 1;
}
