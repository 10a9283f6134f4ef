// expect: possible-defect
// property: assertion
// lines: 17
// launch: --local-size 8 --num-groups 1 --local a=32
// oracle: skip it executes no barrier invariants
// replay: skip it executes no barrier invariants
// about: the element grew by one and not by two

kernel void f(local int* a) {
  local int before[8];
  int t = get_local_id(0);
  a[t] = 5 * t;
  __barrier_invariant(a[t] == 5 * t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  __array_snapshot(before, a);
  a[t] = a[t] + 1;
  __barrier_invariant(a[t] == before[t] + 2, t, 7 - t);
  __barrier_invariant(before[t] == 5 * t, 7 - t);
  barrier(CLK_LOCAL_MEM_FENCE);
  int mirrored = a[7 - t];
  __assert(mirrored >= 1);
}
