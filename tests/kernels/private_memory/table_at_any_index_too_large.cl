// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=164 --contents in=bytes:0300000000000000030000000000000003000000000000000300000000000000
// about: one entry is as large as the distance between two rows

__kernel void place(__global const uint *in, __global int *out) {
  const int order[5] = {0, 3, 1, 5, 2};
  int i = get_global_id(0);
  out[5 * i + order[in[i] % 5]] = i;
}
