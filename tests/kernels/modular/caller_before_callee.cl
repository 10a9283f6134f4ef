// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// sibling: caller_before_callee_race.cl
// about: The caller's writes are ordered with the reads of the function.
// oracle: skip it does not know what is said of accesses

int get(__local int* t, int i) {
  __requires(i >= 0 & i < 8);
  __requires(__no_write(t));
  return t[i];
}

__kernel void caller_before_callee(__global int* out) {
  __local int t[8];
  const int lid = get_local_id(0);
  t[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = get(t, 7 - lid);
}
