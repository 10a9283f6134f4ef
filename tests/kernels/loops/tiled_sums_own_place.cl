// expect: verified
// sibling: tiled_sums_same_place.cl
// launch: --local-size 4,2 --num-groups 4,4 --buffer a=262144 --buffer b=1048576 --buffer c=4096
// oracle: skip the launch is too large
// about: what nested loops add up decides no address, and is not worked out iteration by iteration

__kernel void tiles(__global const float *a, __global const float *b, __global float *c) {
  __local float tile[4][32];
  float sums[2];
  long group0 = get_group_id(0), group1 = get_group_id(1), local0 = get_local_id(0), local1 = get_local_id(1);
  for (long row = 4 * group0; row < 16; row += 8192)
    for (long column = 4 * group1; column < 64; column += 8192) {
      if (local1 + column < 62) {
        sums[0] = c[(local0 + row) * 64 + local1 + column];
        if (local1 + column < 46) sums[1] = c[(local0 + row) * 64 + local1 + column + 16];
      }
      for (long from = 0; from < 4096; from += 32) {
        for (long at = local1; at <= min(31L, 4095 - from); at += 2) tile[local0][at] = a[(local0 + row) * 4096 + from + at];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (local1 + column < 62) {
          if (from == 0) {
            sums[0] *= 2;
            if (local1 + column < 46) sums[1] *= 2;
          }
          for (long at = 0; at <= min(31L, 4095 - from); at++) {
            sums[0] += tile[local0][at] * b[(from + at) * 64 + local1 + column];
            if (local1 + column < 46) sums[1] += tile[local0][at] * b[(from + at) * 64 + local1 + column + 16];
          }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (local1 + column < 62) {
        c[(local0 + row) * 64 + local1 + column] = sums[0];
        if (local1 + column < 46) c[(local0 + row) * 64 + local1 + column + 16] = sums[1];
      }
    }
}
