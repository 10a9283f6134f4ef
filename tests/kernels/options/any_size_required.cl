// expect: verified
// launch: --local_size=* --num_groups=*
// oracle-launch: --local-size 8 --num-groups 2
// sibling: any_size_not_required.cl
// about: a precondition bounds a size that is left open

__kernel void staged(__global int *out) {
  __requires(get_local_size(0) <= 64);
  __local int row[64];
  row[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = row[get_local_size(0) - 1 - get_local_id(0)];
}
