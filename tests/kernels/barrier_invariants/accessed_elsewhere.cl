// expect: possible-defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 1 --local a=64
// oracle: skip it executes no barrier invariants
// replay: skip it executes no barrier invariants
// about: no work-item accesses the element

kernel void f(local int* a) {
  int t = get_local_id(0);
  a[t] = t;
  __assert(__accessed(a, t + 8));
  __barrier_invariant(a[t] == t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t] = 1;
}
