// expect: defect
// property: data-race
// lines: 13 14
// launch: --local-size 8 --num-groups 2
// about: between two barriers lie four iterations, and the first and fourth use one row

__kernel void window(__global int *out) {
  __local int rows[32];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 8; k++) {
    if (k % 4 == 0) barrier(CLK_LOCAL_MEM_FENCE);
    if (k % 4 == 0) rows[lid] = k;
    if (k % 4 == 3) sum += rows[(lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
