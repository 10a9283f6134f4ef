// expect: verified
// launch: --local_size=* --num_groups=*
// oracle-launch: --local-size 4 --num-groups 2
// sibling: any_size_shared.cl
// about: each work-item stores to its own element, whatever the sizes are

__kernel void number(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
}
