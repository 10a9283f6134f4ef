// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-std=CL2.0
// sibling: group_reservation_by_some.cl
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: the group reserves and commits together, and whether it got packets is the same for all of it

__kernel void consume(read_only pipe int in, __global int *out) {
  reserve_id_t own = work_group_reserve_read_pipe(in, get_local_size(0));
  if (!is_valid_reserve_id(own)) return;
  int value = 0;
  read_pipe(in, own, get_local_id(0), &value);
  out[get_global_id(0)] = value;
  work_group_commit_read_pipe(in, own);
}
