// expect: defect
// property: data-race
// lines: 17 23
// launch: --local-size 64 --num-groups 2 --arg rows=100 --arg columns=512 --arg scale=0.125 --buffer queries=16384 --buffer keys=65536 --buffer out=16384
// about: no barrier before the next tile is loaded, where some work-items still read the last one
__kernel void attend(__global const float4 *queries, __global const float4 *keys, __global float4 *out, int rows,
                     int columns, float scale) {
  __local float4 tile[32][8];
  int item = get_local_id(0), row = get_global_id(0);
  float4 query[8], sum[8];
  for (int i = 0; i < 8; i++) {
    query[i] = row < rows ? queries[row * 8 + i] : (float4)(0.0f);
    sum[i] = (float4)(0.0f);
  }
  float most = -INFINITY, weight = 0.0f;
  for (int start = 0; start < columns; start += 32) {
    for (int i = item; i < 32 * 8; i += 64) tile[i / 8][i % 8] = keys[(start + i / 8) * 8 + i % 8];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row >= rows) continue;
    for (int j = 0; j < 32; j++) {
      float4 dot4 = (float4)(0.0f);
#pragma unroll
      for (int k = 0; k < 8; k++) dot4 = mad(query[k], tile[j][k], dot4);
      float score = (dot4.x + dot4.y + dot4.z + dot4.w) * scale;
      float next = fmax(most, score), old = native_exp(most - next), now = native_exp(score - next);
      weight = weight * old + now;
      most = next;
#pragma unroll
      for (int k = 0; k < 8; k++) sum[k] = sum[k] * old + tile[j][k] * now;
    }
  }
  if (row >= rows) return;
  if (weight > 0.0f)
    for (int i = 0; i < 8; i++) out[row * 8 + i] = sum[i] / weight;
  else
    for (int i = 0; i < 8; i++) out[row * 8 + i] = (float4)(0.0f);
}
