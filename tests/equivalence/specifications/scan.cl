// check: scan reference
// launch: --local-size 64 --num-groups 1 --buffer in=256 --buffer out=256
// expect: verified
// about: The scan of docs/specifications.md.
// mutant: `step = 1` to `step = 2`: defect
// mutant: `lid >= step` to `lid > step`: defect
// mutant: `i <= get` to `i < get`: defect
__kernel void scan(__global const uint *in, __global uint *out) {
  __local uint sums[64];
  uint lid = get_local_id(0);
  sums[lid] = in[lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < 64; step *= 2) {
    uint other = lid >= step ? sums[lid - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[lid] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[lid] = sums[lid];
}

__kernel void reference(__global const uint *in, __global uint *out) {
  uint sum = 0;
  for (uint i = 0; i <= get_global_id(0); ++i) sum += in[i];
  out[get_global_id(0)] = sum;
}
