// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 1 --local a=32
// oracle: skip it executes no barrier invariants
// about: what is added is too little from the second iteration on

kernel void f(local unsigned* a) {
  unsigned t = get_local_id(0);
  a[t] = 1;
  for (unsigned d = 4; __invariant(__implies(t < 2 * d, a[t] == 4 / (d + !d))), d > 0; d /= 2) {
    __barrier_invariant(__implies(t < 2 * d, a[t] == 4 / d), t, t + d);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) a[t] += 1;
  }
}
