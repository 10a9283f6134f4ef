// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: A variable of the program has a place too few.

global int table[15];

kernel void k(global int* out) {
  table[get_global_id(0)] = 1;
}
