// expect: verified
// launch: --local-size 8 --num-groups 1 --local a=64
// sibling: accessed_elsewhere.cl
// oracle: skip it executes no barrier invariants
// about: an element was accessed for certain since the last barrier

kernel void f(local int* a) {
  int t = get_local_id(0);
  a[t] = t;
  __assert(__accessed(a, t));
  __barrier_invariant(a[t] == t, t);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t] = 1;
}
