// expect: verified
// launch: --engine=two-thread --k-induction-depth=2 --local-size=8 --num-groups=2 --buffer=out=64
// sibling: parts_that_change_places_beyond.cl
// about: which half is written is handed on from iteration to iteration, so that two of them must be looked at

__kernel void alternate(__global int *out, int n) {
  __local int part[16];
  int lid = get_local_id(0);
  int now = 0, next = 1;
  for (int i = 0; __invariant((now == 0) | (now == 1)), i < n; i++) {
    part[now * 8 + lid] = i;
    int last = now;
    now = next;
    next = last;
  }
  out[get_global_id(0)] = now;
}
