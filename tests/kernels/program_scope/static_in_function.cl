// expect: verified
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// sibling: static_in_function_shared.cl
// about: A static variable of a function is one for all work-items, and only read.

int next(int by) {
  static global int last = 5;
  return last + by;
}

kernel void k(global int* out) {
  out[get_global_id(0)] = next(get_global_id(0));
}
