// expect: possible-defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 1 --local a=32
// oracle: skip it executes no barrier invariants
// replay: skip it executes no barrier invariants
// about: two neighbours have equal elements

kernel void f(local int* a) {
  int t = get_local_id(0);
  a[t] = t / 2;
  __barrier_invariant_binary(__implies(t < __other_int(t), a[t] < a[__other_int(t)]), t, t + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 7) {
    int own = a[t], next = a[t + 1];
    __assert(own <= next);
  }
}
