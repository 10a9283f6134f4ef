// expect: possible-defect
// property: data-race
// lines: 12
// cause: two-work-items
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=64
// oracle: skip there is no race; the engine does not know what the local array holds
// replay: skip there is no race
// about: A value read from local memory is arbitrary for this engine, which says so.
__kernel void value_through_memory(__global int* out, int n) {
  __local int place[8];
  place[get_local_id(0)] = (get_local_id(0) + n) & 7; barrier(CLK_LOCAL_MEM_FENCE);
  out[place[get_local_id(0)]] = get_local_id(0);
}
