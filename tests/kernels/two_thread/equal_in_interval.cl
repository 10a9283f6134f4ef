// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32
// sibling: equal_in_interval_apart.cl
// about: Two reads of one place without a barrier between them find the same.
__kernel void equal_in_interval(__global int* out, int n) {
  __local int place[2];
  int l = get_local_id(0);
  if (l < 2) place[l] = n + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = place[0];
  int after = place[0];
  if (before != after) out[0] = l;
}
