// expect: defect
// property: data-race
// lines: 11 15
// launch: --local-size 8 --num-groups 2 --arg stop=2
// about: a uniform break leaves the loop before the barrier of that iteration

__kernel void leave(__global int *out, int stop) {
  __local int tile[8];
  int lid = get_local_id(0);
  for (int k = 0; k < 4; k++) {
    tile[lid] = lid + k;
    if (k == stop) break;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tile[(lid + 1) % 8];
}
