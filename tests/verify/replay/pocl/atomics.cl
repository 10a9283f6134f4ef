__kernel void k(__global const int *a, __global int *out) {
  __local int bins[16];
  int l = get_local_id(0), x = a[get_global_id(0)];
  if (l < 16) bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[x & 15]);
  atomic_add(&out[0], x & 255);
  atomic_sub(&out[1], x & 255);
  atomic_min(&out[2], x);
  atomic_max(&out[3], x);
  atomic_and(&out[4], x | 0xff);
  atomic_or(&out[5], x & 0xff00);
  atomic_xor(&out[6], x);
  atomic_min((volatile __global uint *)&out[7], (uint)x);
  atomic_max((volatile __global uint *)&out[8], (uint)x);
  atomic_dec(&out[9]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) atomic_add(&out[16 + l], bins[l]);
  if (get_global_id(0) == 7) {
    out[32] = atomic_cmpxchg(&out[33], out[33], x);
    out[34] = atomic_xchg(&out[35], x);
    out[36] = as_int(atomic_xchg((volatile __global float *)&out[37], 2.5f));
  }
}
