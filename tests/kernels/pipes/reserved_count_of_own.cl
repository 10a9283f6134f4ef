// expect: defect
// property: barrier-divergence
// lines: 10
// launch: --local-size 8 --num-groups 2 --arg n=4 --build-options -cl-std=CL2.0
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: each work-item asks for a number of its own

__kernel void produce(write_only pipe int out, int n) {
  reserve_id_t own = work_group_reserve_write_pipe(out, n + get_local_id(0));
  if (get_pipe_num_packets(out) < get_pipe_max_packets(out) && !is_valid_reserve_id(own)) n = 0;
  work_group_commit_write_pipe(out, own);
}
