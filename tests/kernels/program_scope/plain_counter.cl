// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: A counter of the program is changed by plain accesses.

global atomic_int counter;
global int plain;

kernel void k(global int* out) {
  plain = get_global_id(0);
}
