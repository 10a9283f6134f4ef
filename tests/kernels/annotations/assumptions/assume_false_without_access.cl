// expect: error
// launch: --local-size 8 --num-groups 1
// about: an assertion behind an assumption that leaves no work-item is not shown

__kernel void nothing(void) {
  __assume(get_local_id(0) > 20);
  __assert(get_local_id(0) == 3);
}
