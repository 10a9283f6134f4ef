// expect: defect
// property: data-race
// lines: 13
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32 --arg=n=5
// about: Reads of two places do not find the same.
__kernel void equal_in_interval_apart(__global int* out, int n) {
  __local int place[2];
  int l = get_local_id(0);
  if (l < 2) place[l] = n + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = place[0];
  int after = place[1];
  if (before != after) out[0] = l;
}
