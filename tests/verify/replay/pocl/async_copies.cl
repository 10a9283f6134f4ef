__kernel void k(__global const int *a, __global const float2 *b, __global int *out, __global float2 *pairs) {
  __local int tile[64];
  __local float2 many[32];
  event_t e = async_work_group_copy(tile, a + 64 * get_group_id(0), 64, 0);
  e = async_work_group_strided_copy(many, b + get_group_id(0), 32, 3, e);
  wait_group_events(1, &e);
  int l = get_local_id(0);
  out[get_global_id(0)] = tile[63 - l] + (int)clamp(many[l / 2].y, -9.0f, 9.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = 2 * tile[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t f = async_work_group_copy(out + 256 + 64 * get_group_id(0), tile, 64, 0);
  event_t g = async_work_group_strided_copy(pairs + get_group_id(0), many, 32, 4, 0);
  wait_group_events(1, &f);
  wait_group_events(1, &g);
}
