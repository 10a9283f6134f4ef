// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: skipped_over_many_meets.cl
// about: between two barriers lie four iterations whose rows differ

__kernel void window(__global int *out) {
  __local int rows[32];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 8; k++) {
    if (k % 4 == 0) barrier(CLK_LOCAL_MEM_FENCE);
    if (k % 4 == 0) rows[lid] = k;
    if (k % 4 == 3) sum += rows[8 + (lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
