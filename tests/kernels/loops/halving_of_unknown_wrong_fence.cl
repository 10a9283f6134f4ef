// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 4 --num-groups 2 --arg n=4
// about: the fence does not cover local memory, so halves of different sizes meet

__kernel void tree(__global int *out, uint n) {
  __local int t[8];
  uint l = get_local_id(0);
  t[l] = t[l + 4] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = n & 4; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
