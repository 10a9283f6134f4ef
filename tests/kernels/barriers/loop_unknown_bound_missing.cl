// expect: defect
// property: data-race
// lines: 12 14
// launch: --local-size 8 --num-groups 2
// about: a loop of unknown length lacks the second barrier; the launch does not say how long it is

__kernel void relax(__global int *out, int n) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < n; k++) {
    tile[lid] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
