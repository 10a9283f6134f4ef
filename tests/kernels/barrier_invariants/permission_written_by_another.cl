// expect: possible-defect
// property: assertion
// lines: 12
// launch: --local-size 8 --num-groups 1 --local a=64 --local b=64
// oracle: skip it executes no barrier invariants
// replay: skip it executes no barrier invariants
// about: another work-item writes to the element

kernel void f(local int* a, local int* b) {
  int t = get_local_id(0);
  a[2 * t] = t;
  __read_permission(a[2 * ((t + 1) % 8)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[t] = a[2 * t];
}
