// expect: defect
// property: data-race
// lines: 14
// launch: --local-size 16 --num-groups 2 --buffer in=128 --buffer out=128 --warp-sync 8
// replay: skip the oracle and replays run work-items one by one
// oracle: skip it runs work-items one by one
// about: the first step adds what the other warp has, which no barrier orders

__kernel void sums(__global const int *in, __global int *out) {
  __local int sum[16];
  int lid = get_local_id(0);
  sum[lid] = in[get_global_id(0)];
  for (int step = 8; step > 0; step /= 2)
    sum[lid] += sum[lid ^ step];
  out[get_global_id(0)] = sum[lid];
}
