// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: barrier_in_both_branches.cl
// about: both branches meet at one barrier after them

__kernel void branches(__global int *out) {
  int lid = get_local_id(0);
  int value;
  if (lid < 4) {
    value = lid;
  } else {
    value = 2 * lid;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = value;
}
