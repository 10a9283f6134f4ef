// expect: defect
// property: data-race
// lines: 11 13
// launch: --engine=two-thread --refute=seq:DYN,SBASE --local-size=16 --num-groups=4 --arg=n=8 --buffer=in=8192 --buffer=out=256
// about: The next tile is written while others still read the last one; engines refute guesses before Houdini.
__kernel void tiles(__global const int* in, __global int* out, int n) {
  __local int tile[16];
  const int local_id = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    tile[local_id] = in[i * 64 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++) sum += tile[k];
  }
  out[get_global_id(0)] = sum;
}
