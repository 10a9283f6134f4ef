// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=4 --build-options -cl-std=CL2.0
// sibling: reserved_count_of_own.cl
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: all of the group reserve as many packets

__kernel void produce(write_only pipe int out, int n) {
  reserve_id_t own = work_group_reserve_write_pipe(out, n);
  if (get_pipe_num_packets(out) < get_pipe_max_packets(out) && !is_valid_reserve_id(own)) n = 0;
  work_group_commit_write_pipe(out, own);
}
