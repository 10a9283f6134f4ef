// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local_size=* --num_groups=*
// oracle-launch: --local-size 65 --num-groups 1
// oracle: skip its groups have at most 8 work-items, and the row has room for 64
// about: a precondition bounds a size that is left open by one too much

__kernel void staged(__global int *out) {
  __requires(get_local_size(0) <= 65);
  __local int row[64];
  row[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = row[get_local_size(0) - 1 - get_local_id(0)];
}
