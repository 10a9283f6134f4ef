__kernel void k(__global const uint *a, __global uint *out) {
  __local uint one[64], two[64];
  __local uint *from = one, *to = two;
  int l = get_local_id(0);
  from[l] = a[get_global_id(0)] & 0xffff;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 64; d *= 2) {
    to[l] = l >= d ? from[l] + from[l - d] : from[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local uint *other = from;
    from = to;
    to = other;
  }
  out[get_global_id(0)] = from[l];
}
