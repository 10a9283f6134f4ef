// equal: plain through_local_memory
// launch: --local-size 64 --num-groups *
// expect: verified
// about: A copy of blocks through local memory, any number of groups; the work-item that wrote is found by solving the address.
// mutant: `tile[lid ^ 0]` to `tile[lid ^ 1]`: defect
__kernel void plain(__global const uint *in, __global uint *out) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }

__kernel void through_local_memory(__global const uint *in, __global uint *out) {
  __local uint tile[64];
  size_t lid = get_local_id(0);
  tile[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[lid ^ 0] + 1;
}
