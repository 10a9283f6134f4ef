// expect: verified
// launch: --local_size=[*] --num_groups=2
// oracle-launch: --local-size 4 --num-groups 2
// sibling: any_local_size_no_barrier.cl
// about: a group of any size turns its row round in local memory

__kernel void turned(__global int *out, __local int *row) {
  uint i = get_local_id(0), n = get_local_size(0);
  row[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0) * n + i] = row[n - 1 - i];
}
