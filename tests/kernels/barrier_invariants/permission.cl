// expect: verified
// launch: --local-size 8 --num-groups 1 --local a=64 --local b=64
// sibling: permission_written_by_another.cl
// oracle: skip it executes no barrier invariants
// about: no other work-item writes to the element that a condition depends on

kernel void f(local int* a, local int* b) {
  int t = get_local_id(0);
  a[2 * t] = t;
  __read_permission(a[2 * t + 1]);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[t] = a[2 * t];
}
