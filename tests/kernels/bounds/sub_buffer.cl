// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer all=128 --buffer part=@all+64:32
// sibling: sub_buffer_past_end.cl
// about: accesses stay inside the sub-buffer

__kernel void part_only(__global const int *all, __global int *part) {
  int i = get_global_id(0);
  part[i] = all[i];
}
