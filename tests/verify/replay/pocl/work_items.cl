// launch: --global-size 32,8 --local-size 8,4 --global-offset 3,5
__kernel void k(__global uint *out) {
  uint i = (get_global_id(0) - 3) + 32 * (get_global_id(1) - 5);
  uint v[16] = {get_global_id(0), get_global_id(1), get_global_id(2), get_local_id(0), get_local_id(1), get_group_id(0), get_group_id(1),
                get_local_size(0), get_local_size(1), get_num_groups(0), get_num_groups(1), get_global_size(0), get_global_size(1),
                get_global_offset(0), get_global_offset(1), get_work_dim()};
  for (int j = 0; j < 16; ++j) out[16 * i + j] = v[j];
  out[16 * 256 + i] = get_local_size(2) + get_num_groups(2) + get_global_id(2) + get_group_id(2) + get_global_size(2);
}
