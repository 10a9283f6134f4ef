// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// sibling: two_calls_race.cl
// about: Two calls of one function with a barrier between them.
// oracle: skip it does not know what functions ensure

int turn(__local int* t, int from, int to, int v) {
  __requires(to == get_local_id(0));
  __requires(from == 7 - to);
  __requires(__write_implies(t, __write_offset_bytes(t) == 4 * to));
  __ensures(__write_implies(t, __write_offset_bytes(t) == 4 * to));
  const int old = t[from];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[to] = v;
  return old;
}

__kernel void two_calls(__global int* out) {
  __local int t[8];
  const int lid = get_local_id(0);
  t[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int first = turn(t, 7 - lid, lid, 1 + lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = first + turn(t, 7 - lid, lid, 2);
}
