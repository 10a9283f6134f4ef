// expect: verified
// launch: --local-size 8 --num-groups 1
// sibling: before_start_of_unknown_size.cl
// about: contents decide a branch, and the place behind it is not before the start

kernel void k(global int* out, global const int* in) {
  if (in[3] > 7) out[(int)get_global_id(0) + 1] = 1;
}
