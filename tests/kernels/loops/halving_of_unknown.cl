// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: halving_of_unknown_wrong_fence.cl
// about: a stride that is halved from a number which is not given; the halves never meet between barriers

__kernel void tree(__global int *out, uint n) {
  __local int t[8];
  uint l = get_local_id(0);
  t[l] = t[l + 4] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = n & 4; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
