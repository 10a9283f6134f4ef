// expect: verified
// launch: --engine=two-thread --local-size=8 --num-groups=2 --buffer=out=64
// sibling: candidates_of_function_beyond.cl
// about: guesses that a function says of all its loops keep a constant apart

__kernel void some(__global int *out, int n) {
  __local int part[16];
  int now = 0, next = 1;
  __function_wide_candidate_invariant(now + next == 1 & (now == 0 | now == 1));
  for (int i = 0; i < n; i++) {
    part[now * 8 + get_local_id(0)] = i; 
    int last = now;
    now = next;
    next = last;
  }
  out[get_global_id(0)] = now;
}
