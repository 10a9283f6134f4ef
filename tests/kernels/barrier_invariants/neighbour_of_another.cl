// expect: possible-defect
// property: assertion
// lines: 16
// launch: --local-size 8 --num-groups 1 --local a=32
// oracle: skip it executes no barrier invariants
// replay: skip it executes no barrier invariants
// about: behind the barrier nothing is known of the work-item that is read from

kernel void f(local int* a) {
  int t = get_local_id(0);
  a[t] = 3 * t;
  __barrier_invariant(a[t] == 3 * t, t, t + 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 7) {
    int next = a[t + 1];
    __assert(next == 3 * t + 3);
  }
}
