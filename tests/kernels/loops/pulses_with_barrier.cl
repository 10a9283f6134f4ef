// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer left=16
// sibling: pulses_without_barrier.cl
// about: no work-item asks again before all have the answer

__kernel void pulse(__global uchar *left) {
  __local uchar open;
  int l = get_local_id(0);
  uchar mine = left[l] & 3;
  bool more = true;
  while (more) {
    if (l == 0) open = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    more = open > 0; barrier(CLK_LOCAL_MEM_FENCE);
    mine = mine > 0 ? mine - 1 : 0;
  }
  left[l] = mine;
}
