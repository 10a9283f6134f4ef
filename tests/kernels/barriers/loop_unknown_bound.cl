// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: loop_unknown_bound_missing.cl
// about: a loop of unknown length exchanges with two barriers an iteration

__kernel void relax(__global int *out, int n) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < n; k++) {
    tile[lid] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(lid + 1) % 8];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
