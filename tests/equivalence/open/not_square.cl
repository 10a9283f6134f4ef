// equal: naive blocks
// launch: --local-size *,* --num-groups *,*
// expect: defect
// reason: proved equal where local_size(x) = local_size(y)
// about: A hidden assumption: groups are square. A launch with other groups shows the difference.
__kernel void naive(__global const float *in, __global float *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = in[y * get_global_size(0) + x];
}

__kernel void blocks(__global const float *in, __global float *out) {
  size_t n = get_local_size(0);
  size_t x = get_global_id(0), y = get_group_id(1) * n + get_local_id(1);
  out[get_global_id(1) * get_global_size(0) + x] = in[y * get_global_size(0) + x];
}
