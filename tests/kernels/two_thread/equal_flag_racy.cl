// expect: defect
// property: data-race
// lines: 10 11
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32 --arg=n=5
// about: Without a barrier between them, one may read before the other has written: neither property rests on the other one.
__kernel void equal_flag_racy(__global int* out, int n) {
  __local int flag;
  int l = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) flag = n;
  if (flag > 3) barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = 1;
}
