// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: place_of_group.cl
// about: Each work-item of the launch has its own element in a variable of the program.

global int table[64];

kernel void k(global int* out) {
  table[get_global_id(0)] = get_global_id(0);
}
