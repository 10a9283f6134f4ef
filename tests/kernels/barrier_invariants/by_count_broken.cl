// expect: possible-defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 1 --local a=32
// oracle: skip it executes no barrier invariants
// replay: skip it executes no barrier invariants
// about: the last work-item breaks the second part of the barrier invariant

kernel void f(local int* a) {
  int t = get_local_id(0);
  a[t] = t + 6;
  __barrier_invariant_2(a[t] >= 5 & a[t] < 13, t, 7 - t);
  barrier(CLK_LOCAL_MEM_FENCE);
  int mirrored = a[7 - t];
  __assert(mirrored >= 5 & mirrored < 14);
}
