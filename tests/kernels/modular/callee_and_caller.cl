// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// sibling: callee_and_caller_race.cl
// about: The caller's read after the call is ordered with the writes of the function.
// oracle: skip it does not know what functions ensure

void put(__local int* t, int lid) {
  __requires(lid == get_local_id(0));
  __requires(__no_write(t));
  __ensures(__write_implies(t, __write_offset_bytes(t) == 4 * lid));
  t[lid] = lid;
}

__kernel void callee_and_caller(__global int* out) {
  __local int t[8];
  const int lid = get_local_id(0);
  put(t, lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[7 - lid];
}
