// expect: possible-defect
// property: data-race
// lines: 15
// cause: shared-contents 15
// launch: --engine=two-thread --find-bugs --loop-unwind=1 --local-size=8 --num-groups=1
// oracle: skip there is no race; the engine does not know what the local array holds
// replay: skip there is no race
// about: No iteration is arbitrary where loops are walked through, but what is read from local memory is.
__kernel void unwound_value_through_memory(__global int* out, int n) {
  __local int place[8];
  int l = get_local_id(0);
  place[l] = (l + n) & 7;
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[l] + 8 * i] = l;
  }
}
