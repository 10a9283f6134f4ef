// postconditions: total
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=8
// expect: verified
// about: A reduction in local memory leaves the sum of each group's elements.
// mutant: `s > 0; s /= 2` to `s > 1; s /= 2`: defect
// mutant: `t[i] += t[i + s]` to `t[i] -= t[i + s]`: defect
// mutant: `__sum(i, 8 * g, 8 * g + 8, in[i])` to `__sum(i, 8 * g, 8 * g + 7, in[i])`: defect
__kernel void total(__global const uint *in, __global uint *out) {
  __postcondition(__forall(g, 0, 2, out[g] == __sum(i, 8 * g, 8 * g + 8, in[i])));
  __local uint t[8];
  uint i = get_local_id(0);
  t[i] = in[get_global_id(0)];
  for (uint s = 4; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < s) t[i] += t[i + s];
  }
  if (i == 0) out[get_group_id(0)] = t[0];
}
