// expect: defect
// property: data-race
// lines: 13 15
// launch: --local-size 4 --num-groups 1 --buffer left=16
// about: the loop goes on while the group says so, and lacks the barrier behind the question

__kernel void pulse(__global uchar *left) {
  __local uchar open;
  int l = get_local_id(0);
  uchar mine = left[l] & 3;
  bool more = true;
  while (more) {
    if (l == 0) open = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    more = open > 0;
    mine = mine > 0 ? mine - 1 : 0;
  }
  left[l] = mine;
}
