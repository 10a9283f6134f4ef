// expect: defect
// property: out-of-bounds
// lines: 10
// cause: voided-by-bounds
// launch: --local-size 4 --num-groups 2 --buffer in=120 --buffer out=32
// about: with a wider stride the last element lies beyond the buffer

__kernel void gather(__global const int *in, __global int *out) {
  __local int column[4];
  event_t copied = async_work_group_strided_copy(column, in + get_group_id(0) * 15, 4, 5, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = column[get_local_id(0)];
}
