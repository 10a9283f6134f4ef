// expect: verified
// launch: --local-size 16 --num-groups 2 --buffer in=128 --buffer out=128 --warp-sync 8
// sibling: butterfly_across_warps.cl
// replay: skip the oracle and replays run work-items one by one
// oracle: skip it runs work-items one by one
// about: sums over the eight work-items of a warp, with no barrier between the steps

__kernel void sums(__global const int *in, __global int *out) {
  __local int sum[16];
  int lid = get_local_id(0);
  sum[lid] = in[get_global_id(0)];
  for (int step = 4; step > 0; step /= 2)
    sum[lid] += sum[lid ^ step];
  out[get_global_id(0)] = sum[lid];
}
