// expect: unknown
// cause: compiler-answer 7
// launch: --local-size 8 --num-groups 1 --buffer out=64
// about: An answer that the kernel computes with.

kernel void k(global int* out) {
  out[get_local_id(0) << __has_extension(cl_khr_fp64)] = 1;
}
