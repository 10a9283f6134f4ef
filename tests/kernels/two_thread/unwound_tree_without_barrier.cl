// expect: defect
// property: data-race
// lines: 12
// launch: --engine=two-thread --find-bugs --loop-unwind=3 --local-size=8 --num-groups=2 --buffer=a=64
// about: Without the barrier an iteration meets the one before it.
__kernel void unwound_tree_without_barrier(__global int* a, int n) {
  __local int t[8];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 4; s > 0; s >>= 1) {
    if (l < s) t[l] += t[l + s];
  }
  if (l == 0 && n > 0) a[get_group_id(0)] = t[0];
}
