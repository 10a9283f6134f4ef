// expect: verified
// launch: --local-size 8 --num-groups 1 --local a=32
// sibling: loop_adds_too_little.cl
// oracle: skip it executes no barrier invariants
// about: a sum by halves, told by what each work-item holds of the elements that were added

kernel void f(local unsigned* a) {
  unsigned t = get_local_id(0);
  a[t] = 1;
  for (unsigned d = 4; __invariant(__implies(t < 2 * d, a[t] == 4 / (d + !d))), d > 0; d /= 2) {
    __barrier_invariant(__implies(t < 2 * d, a[t] == 4 / d), t, t + d);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d) a[t] += a[t + d];
  }
}
