// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: id_condition.cl
// about: the barrier stands under a condition on a scalar of unknown value

__kernel void conditional(__global int *out, int mode) {
  int lid = get_local_id(0);
  if (mode > 3) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = lid;
}
