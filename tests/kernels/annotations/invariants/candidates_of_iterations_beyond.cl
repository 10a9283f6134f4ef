// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=out=64
// about: the second part lies behind the end, whatever is guessed

__kernel void alternate(__global int *out, int n) {
  __local int part[16];
  int lid = get_local_id(0);
  int now = 0, next = 2;
  for (int i = 0; __candidate_invariant(now + next == 1), __candidate_invariant(now == 0 || now == 1),
           __candidate_invariant(now == 1 || next == 5), i < n; i++) {
    part[now * 8 + lid] = i;
    int last = now;
    now = next;
    next = last;
  }
  out[get_global_id(0)] = now;
}
