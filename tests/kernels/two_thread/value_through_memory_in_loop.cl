// expect: possible-defect
// property: data-race
// lines: 15
// cause: loop-abstraction 13
// launch: --engine=two-thread --local-size=8 --num-groups=1
// oracle: skip there is no race; the engine does not know what the local array holds
// replay: skip there is no race
// about: An arbitrary iteration of a loop, and what is read there is arbitrary too.
__kernel void value_through_memory_in_loop(__global int* out, int n) {
  __local int place[8];
  int l = get_local_id(0);
  place[l] = (l + n) & 7;
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[place[l] + 8 * i] = l;
  }
}
