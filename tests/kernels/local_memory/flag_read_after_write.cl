// expect: defect
// property: data-race
// lines: 13 17
// launch: --local-size 4 --num-groups 2
// about: nothing parts the read of the count from the write of it

__kernel void count(__global int *out) {
  __local int left[1];
  int l = get_local_id(0);
  if (l == 0) left[0] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (;;) {
    int now = left[0];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (now == 0) break;
    out[get_global_id(0)] = now;
    if (l == 0) left[0] = now - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
