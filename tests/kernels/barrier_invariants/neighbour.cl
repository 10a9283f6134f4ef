// expect: verified
// launch: --local-size 8 --num-groups 1 --local a=32
// sibling: neighbour_of_another.cl
// oracle: skip it executes no barrier invariants
// about: what a barrier invariant says of each work-item is known of the neighbour behind the barrier

kernel void f(local int* a) {
  int t = get_local_id(0);
  a[t] = 3 * t;
  __barrier_invariant(a[t] == 3 * t, t, t + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 7) {
    int next = a[t + 1];
    __assert(next == 3 * t + 3);
  }
}
