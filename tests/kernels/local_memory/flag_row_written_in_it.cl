// expect: defect
// property: data-race
// lines: 14 15
// launch: --local-size 4 --num-groups 2
// about: work-item 0 writes the element that decides, while others read it

__kernel void rows(__global int *out, __global const int *in, int n) {
  __local int t[8];
  int l = get_local_id(0);
  int now = 0;
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    t[now * 4 + l] = k;
    if (t[now * 4] > 3) barrier(CLK_GLOBAL_MEM_FENCE);
    now = 1 - now;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
