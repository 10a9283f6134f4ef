// expect: error
// launch: --engine=two-thread --local-size=4 --num-groups=1 --buffer=out=16
// cause: contradictory-facts
// about: An assumption that excludes all work-items proves nothing about the code after it.
__kernel void assumption_of_nobody(__global uint* out) {
  const uint lid = get_local_id(0);
  __assume(lid > 3);
  out[0] = lid;
}
