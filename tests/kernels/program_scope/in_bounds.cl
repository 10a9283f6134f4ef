// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: past_end.cl
// about: A variable of the program has a place for each work-item.

global int table[16];

kernel void k(global int* out) {
  table[get_global_id(0)] = 1;
}
