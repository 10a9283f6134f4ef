// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: Work-items of different groups have one place in a variable of the program.

global int table[64];

kernel void k(global int* out) {
  table[get_local_id(0)] = get_global_id(0);
}
