// postconditions: fill
// launch: --local-size 4,2 --num-groups 3,1 --buffer a=96
// expect: verified
// about: A condition uses the sizes of the launch, which are those of the launch of the kernel.
// mutant: `y < get_global_size(1)` to `y < get_global_size(1) - 1`: defect
// mutant: `a[i] == 7` to `a[i] == get_num_groups(0)`: defect
// mutant: `y * get_global_size(0) + x] = 7` to `y * get_global_size(0) + x] = get_local_id(0) == 1 ? 8 : 7`: defect
// mutant: `get_work_dim() == 2` to `get_work_dim() == 1`: defect
__kernel void fill(__global int *a) {
  __postcondition(__forall(i, 0, get_local_size(0) * get_global_size(1) * get_num_groups(0), a[i] == 7));
  __postcondition(get_work_dim() == 2);
  size_t x = get_global_id(0), y = get_global_id(1);
  if (y < get_global_size(1)) a[y * get_global_size(0) + x] = 7;
}
