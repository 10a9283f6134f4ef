// expect: possible-defect
// property: assertion
// lines: 11
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// about: The barrier does not order local memory, so that the caller breaks what the function requires of it.
// oracle: skip it does not know what is said of accesses
// replay: skip what is said of accesses is not executed

int get(__local int* t, int i) {
  __requires(i >= 0 & i < 8);
  __requires(__no_write(t));
  return t[i];
}

__kernel void caller_before_callee(__global int* out) {
  __local int t[8];
  const int lid = get_local_id(0);
  t[lid] = lid;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = get(t, 7 - lid);
}
