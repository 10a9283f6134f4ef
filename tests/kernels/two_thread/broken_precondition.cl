// expect: error
// launch: --engine=two-thread --local-size=4 --num-groups=1 --buffer=out=16
// cause: contradictory-facts
// about: Nothing is proved about a pair of which only one work-item satisfies the precondition.
__kernel void broken_precondition(__global uint* out) {
  __requires(get_local_id(0) == 0);
  out[0] = get_local_id(0);
}
